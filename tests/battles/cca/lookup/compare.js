// Reads {rules, texts, language, questions, rolls, entries} from stdin; writes for each question its chances, what the page
// would say, and a fight with the given rolls; or the mistakes.
const { CcaCore, CcaTold, CcaQuestion } = require(process.argv[2]);
let text = "";
process.stdin.on("data", (part) => { text += part; });
process.stdin.on("end", () => {
  const { rules, texts, language, questions, rolls, entries } = JSON.parse(text);
  const core = CcaCore(rules), told = CcaTold(texts, language);
  const answers = (questions || []).map((question) => {
    const found = core.answer(question);
    if (found.mistakes) return { mistakes: found.mistakes };
    let at = 0;
    const { fought } = core.answer(question, () => rolls[at++ % rolls.length]);
    return { chances: found.chances, fates: told.fates(found.chances), throws: fought.throws, results: told.results(fought.end, core.eliminated) };
  });
  process.stdout.write(JSON.stringify({ answers, questions: (entries || []).map(CcaQuestion) }));
});
