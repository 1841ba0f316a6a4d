// Reads {worker, asked, network: "answers" | "hangs" | "fails", language, kept: {address: page}} from stdin, lets the
// service worker answer that address and writes which page came, and which one is kept as the last one read.
const vm = require("vm");
let text = "";
process.stdin.on("data", (part) => { text += part; });
process.stdin.on("end", async () => {
  const { worker, asked, network, language, kept } = JSON.parse(text);
  const handlers = {}, origin = "https://table.example";
  const answer = (body) => ({ body, ok: true, redirected: false, clone() { return this; } });
  const match = async (key) => (typeof key === "string" && kept[key] ? answer(kept[key]) : undefined);
  const cache = { put: async (key, page) => { kept[key] = page.body; }, addAll: async () => {} };
  const lines = { answers: async () => answer("network"), hangs: () => new Promise(() => {}), fails: async () => { throw new TypeError("no line"); } };
  vm.runInNewContext(worker, {
    URL,
    caches: { match, open: async () => cache, keys: async () => [], delete: async () => true },
    fetch: lines[network],
    navigator: { language },
    setTimeout: (over) => setTimeout(over, network === "hangs" ? 5 : 1000),
    self: { addEventListener: (name, handler) => { handlers[name] = handler; }, location: { origin } },
  });
  let response;
  const request = { url: origin + asked, method: "GET", mode: "navigate" };
  handlers.fetch({ request, respondWith: (promise) => { response = promise; } });
  const page = response ? await response.catch(() => null) : null;
  process.stdout.write(JSON.stringify({ taken: Boolean(response), page: page ? page.body : null, last: kept["/battles/dba/lookup/?last"] || null }));
  process.exit(0);
});
