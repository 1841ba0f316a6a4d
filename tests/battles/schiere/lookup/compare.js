// Reads {rules, texts, language, questions} from stdin; writes for each what the page would say, or the mistakes.
const { SchiereCore } = require(process.argv[2]);
const { SchiereTold, SchiereQuestion } = require(process.argv[3]);
let text = "";
process.stdin.on("data", (part) => { text += part; });
process.stdin.on("end", () => {
  const { rules, texts, language, questions, entries } = JSON.parse(text);
  const core = SchiereCore(rules), told = SchiereTold(rules, texts, language);
  const answers = (questions || []).map((question) => {
    const found = core.answer(question);
    return found.mistakes ? { mistakes: found.mistakes } : { blocks: told.blocks(question, found), laws: { joint: found.chances && found.chances.joint, scores: found.scores, result: question.ask === "initiative" ? found.result : undefined } };
  });
  process.stdout.write(JSON.stringify({ answers, questions: (entries || []).map(SchiereQuestion) }));
});
