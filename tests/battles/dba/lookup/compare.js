// Reads {rules, situations: [{situation, dice}]} from stdin; writes for each the mistakes, the chips and the answer.
const { DbaCore } = require(process.argv[2]);
let text = "";
process.stdin.on("data", (part) => { text += part; });
process.stdin.on("end", () => {
  const { rules, questions } = JSON.parse(text);
  const core = DbaCore(rules);
  const answers = questions.map(({ situation, dice }) => {
    const s = core.complete(situation);
    const mistakes = core.mistakes(s).map((m) => [m.path, m.code]);
    return mistakes.length ? { mistakes } : { mistakes, chips: core.chips(s).map((c) => [c.side, c.field, c.options]), answer: core.answer(s, dice) };
  });
  process.stdout.write(JSON.stringify(answers));
});
