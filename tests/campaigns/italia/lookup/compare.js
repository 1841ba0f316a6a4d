// Reads {rules, questions} from stdin; writes the answer to each.
const { answer } = require(process.argv[2]);
let text = "";
process.stdin.on("data", (part) => { text += part; });
process.stdin.on("end", () => {
  const { rules, questions } = JSON.parse(text);
  process.stdout.write(JSON.stringify(questions.map((question) => answer(rules, question))));
});
