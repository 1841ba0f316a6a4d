{% autoescape off %}/* Vexillum offline: the server's own Python in a worker of the browser. Every step is written to the browser's
   store before its answer is shown. */
"use strict";

let pyodide = null;
let program = null;
let record = null; // of the current game, without its database

const bytes = (found) => (found instanceof Uint8Array ? found : found.toJs());

/* --- storage --- */

const opened = new Promise((done, failed) => {
  const asked = indexedDB.open("vexillum-table", 1);
  asked.onupgradeneeded = () => { asked.result.createObjectStore("games"); asked.result.createObjectStore("databases"); };
  asked.onsuccess = () => done(asked.result);
  asked.onerror = () => failed(asked.error);
});

async function store(mode, work) {
  const base = await opened;
  return new Promise((done, failed) => {
    const moved = base.transaction(["games", "databases"], mode, mode === "readwrite" ? { durability: "strict" } : {});
    const asked = work(moved.objectStore("games"), moved.objectStore("databases"));
    moved.oncomplete = () => done(asked?.result);
    moved.onabort = moved.onerror = () => failed(moved.error);
  });
}

/** The number of steps since the copy was taken. An undo is a step too, so the number never falls. */
function played() {
  return program.seq() - record.base.seq;
}

async function keep() {
  const database = bytes(program.database());
  record.steps = played();
  await store("readwrite", (games, databases) => {
    databases.put(database, record.game);
    games.put(record, record.game);
  });
  return record;
}

/* --- starting Python --- */

async function wake({ python, bundle }) {
  if (program) return;
  const { loadPyodide } = await import(python);
  const [woken, archive] = await Promise.all([
    loadPyodide({ indexURL: python.slice(0, python.lastIndexOf("/") + 1), env: { HOME: "/home/pyodide", PYTHONDONTWRITEBYTECODE: "1" } }),
    fetch(bundle).then((found) => { if (!found.ok) throw new Error(bundle); return found.arrayBuffer(); }),
  ]);
  pyodide = woken;
  pyodide.FS.mkdir("/app");
  pyodide.unpackArchive(archive, "zip", { extractDir: "/app" });
  const secret = Array.from(crypto.getRandomValues(new Uint8Array(32)), (one) => one.toString(16).padStart(2, "0")).join("");
  pyodide.globals.set("secret", secret);
  program = pyodide.runPython(`
import sys
sys.path.insert(0, "/app")
try:
    from features.offline_app.inside.program import Program
except ModuleNotFoundError:  # an archive of before 28 November 2026, kept for the moves of its device
    from games.browser.inside.program import Program
Program("/app", "/home/pyodide/data", secret)
`);
}

const DOES = {
  /** Start from the server's copy, unless more than `steps` were played here: those are never overwritten. */
  async lay({ taken, person, steps = 0, ...rest }) {
    const kept = record || (await store("readonly", (games) => games.get(taken.game)));
    if ((record ? played() : kept?.steps || 0) !== steps) {
      if (record) return record;
      throw new Error("steps lie here that are not brought home");
    }
    await wake(rest);
    program.lay(JSON.stringify(taken), JSON.stringify(person));
    record = { device: crypto.randomUUID(), ...record, ...rest, game: taken.game, base: taken.base, taken: Date.now(), handed: null };
    return keep();
  },
  /** Continue from the stored copy; null if there is none. */
  async open({ game, person }) {
    const found = await store("readonly", (games) => games.get(game));
    if (!found) return null;
    const database = await store("readonly", (_games, databases) => databases.get(game));
    await wake(found);
    program.restore(pyodide.toPy(database), game, JSON.stringify(person));
    record = found;
    return record;
  },
  async ask({ method, url, headers, body, cookies }) {
    if (!record) throw new Error("no game lies here");
    const answer = program.ask(method, url, JSON.stringify(headers), pyodide.toPy(body), JSON.stringify(cookies));
    const [status, told, whole] = answer.toJs();
    answer.destroy();
    if (method !== "GET" && method !== "HEAD") await keep();
    return { status, headers: JSON.parse(told), body: bytes(whole), steps: record.steps };
  },
  /** The steps played, and the log entry they follow. */
  async played() {
    const exportMoves = program.export_moves ?? program.played; // its name in archives built before 28 November 2026
    return { device: record.device, base: record.base, entries: JSON.parse(exportMoves(record.base.seq)) };
  },
  /** Delete the game, unless more than `steps` were played; return whether it was deleted. */
  async forget({ steps }) {
    if (played() !== steps) return false;
    const { game } = record;
    await store("readwrite", (games, databases) => { games.delete(game); databases.delete(game); });
    record = null; // requests from now on are not steps
    return true;
  },
  /** Mark the steps that the server has, even if they are not in the log yet. */
  async handed({ handed }) {
    record.handed = handed;
    return keep();
  },
};

let last = Promise.resolve();

self.addEventListener("message", ({ data, ports: [port] }) => {
  last = last.then(async () => {
    try {
      port.postMessage({ done: await DOES[data.do](data) });
    } catch (error) {
      port.postMessage({ failed: String(error?.message || error).slice(-2000) });
    }
  });
});
{% endautoescape %}
