/* Replay what happened since the last visit on the map: marches as arrows, battles as clashes, provinces that changed
   hands. It starts by itself once, if the map is visible and the reader has not asked for reduced motion; otherwise it
   waits for a button and goes step by step. The bar is outside the part of the page that is swapped. Without this
   script the same events are listed in words. */
(() => {
  "use strict";
  const SVG = "http://www.w3.org/2000/svg";
  const LEG = 650, LONGEST = 2600, CLASH = 1100, PAUSE = 700, LEAVES = 7000; // milliseconds
  const calm = matchMedia("(prefers-reduced-motion: reduce)");

  function player(bar) {
    const words = bar.dataset;
    const part = (name) => bar.querySelector(`[data-motion-${name}]`);
    const button = (name) => bar.querySelector(`[data-do="${name}"]`);
    const recorded = words.reel || ""; // not part of a game: the front page
    const replay = location.pathname === words.replay;
    const live = () => document.getElementById("live");
    const box = () => recorded ? bar.closest(".reel").querySelector(".reel__map") : document.querySelector("#live [data-map]") || document.querySelector("[data-map]");
    const seat = () => new URLSearchParams(location.search).get("seat") || words.seat || "";

    /* --- store what has been shown, so that nothing is replayed unasked --- */

    const name = () => `motion:${words.game}:${seat()}`;
    let shown = null; // for browsers that store nothing
    function remembered() {
      try { return Number(localStorage.getItem(name()) ?? shown ?? NaN); } catch { return shown ?? NaN; }
    }
    function remember(seq) {
      shown = seq;
      try { localStorage.setItem(name(), seq); } catch { /* private mode */ }
    }

    /* --- the reel --- */

    let reel = null, at = -1, playing = false, turn = 0, leaving = 0;

    async function fetched(asked) {
      const query = new URLSearchParams(asked);
      if (seat()) query.set("seat", seat());
      const answer = await fetch(`${words.motion}?${query}`, { headers: { Accept: "application/json" }, credentials: "same-origin" });
      return answer.ok ? answer.json() : null;
    }

    async function news() {
      const seq = Number(live()?.dataset.seq ?? NaN), before = remembered();
      if (Number.isNaN(seq) || before >= seq) return;
      const asked = turn += 1;
      let found = null;
      try { found = await fetched(Number.isNaN(before) ? {} : { after: before }); } catch { return; }
      if (!found || asked !== turn) return;
      remember(found.last);
      if (found.strides.length) begin(found);
    }

    async function shownFirst() {
      const answer = await fetch(recorded).catch(() => null);
      if (answer?.ok) begin(await answer.json(), !calm.matches);
    }

    async function replayed() {
      const from = Number(document.querySelector(".replay input[type=range]")?.value ?? 0);
      let found = null;
      try { found = await fetched({ after: from, turn: "1" }); } catch { return; }
      if (!found || !(found.strides.length || found.until > from)) return;
      begin(found, location.hash === "#play");
    }

    function begin(found, wanted) {
      stop();
      reel = found;
      at = -1;
      bar.hidden = false;
      tell(replay || recorded ? words.turn : found.strides.length === 1 ? words.one : words.many.replace("#", found.strides.length), []);
      controls();
      if (wanted ?? !replay) (inSight() && !calm.matches) || wanted ? play() : null;
    }

    function inSight() {
      const map = box();
      if (!map || document.visibilityState !== "visible") return false;
      const r = map.getBoundingClientRect();
      return r.bottom > 150 && r.top < innerHeight - 150;
    }

    /* --- playing --- */

    let token = 0;
    async function play() {
      if (!reel?.strides.length) return; // a turn without anything to show has only the link to the next
      if (at >= reel.strides.length - 1) at = -1;
      if (calm.matches) { step(1); return; } // step by step, without motion
      if (box() && !inSight() && !recorded) box().closest(".map, [data-map]").scrollIntoView({ block: "start", behavior: calm.matches ? "auto" : "smooth" });
      playing = true;
      controls();
      const mine = token += 1;
      while (mine === token && at < reel.strides.length - 1) {
        at += 1;
        await stride(mine);
        if (mine !== token) return;
        await wait(PAUSE);
      }
      if (mine === token) ended();
    }

    async function step(by) {
      if (!reel?.strides.length) return;
      halt();
      at = Math.max(0, Math.min(reel.strides.length - 1, at + by));
      controls();
      const mine = token += 1;
      await stride(mine, by < 0 || calm.matches);
      controls();
    }

    function halt() { token += 1; playing = false; still(); controls(); }

    function stop() {
      halt();
      clearTimeout(leaving);
      document.querySelectorAll(".motion-ink").forEach((one) => one.remove());
      bar.hidden = true;
      reel = null;
    }

    function ended() {
      playing = false;
      controls();
      if (!replay && !recorded) leaving = setTimeout(() => { if (!bar.matches(":hover, :focus-within")) stop(); }, LEAVES);
    }

    const running = new Set();
    const still = () => running.forEach((one) => one.finish());
    const wait = (time) => new Promise((go) => { setTimeout(go, calm.matches ? 0 : time); });
    async function moved(element, frames, time, easing = "ease-in-out") {
      if (calm.matches || !element.animate) return;
      const one = element.animate(frames, { duration: time, easing, fill: "backwards" });
      running.add(one);
      try { await one.finished; } catch { /* the map was swapped out */ }
      running.delete(one);
    }

    /* --- one stride: its text and its drawing --- */

    async function stride(mine, quiet) {
      clearTimeout(leaving);
      const one = reel.strides[at], stones = one.motions.filter((m) => m.kind === "milestone");
      const lines = stones.length ? one.lines.filter((line) => !stones.some((s) => s.text === line)) : one.lines;
      const clash = one.motions.find((m) => m.kind === "fought");
      tell(clash?.title || one.turn || words.turn, clash && lines.length === 0 ? [clash.outcome] : lines, stones, one);
      const layer = ink();
      if (!layer) { await wait(Math.min(4000, 1200 + 25 * lines.join("").length)); return; }
      for (const motion of one.motions) {
        if (mine !== token) return;
        const drawn = DRAW[motion.kind];
        if (drawn && (motion.at || Array.isArray(motion.way))) await drawn(layer, motion, quiet);
      }
      if (!one.motions.some((m) => m.way)) await wait(stones.length || clash ? 900 : 300);
    }

    function tell(title, lines, stones = [], one = null) {
      part("title").textContent = title;
      part("count").textContent = one ? `${at + 1}/${reel.strides.length}` : "";
      part("told").replaceChildren(...stones.map((s) => line(s.text, s.good ? "motion__good" : "motion__bad")), ...lines.map((text) => line(text)));
      if (one?.dice.length && !lines.length) part("told").append(line(one.dice.map(([face]) => face).join(" · ")));
    }
    function line(text, css) {
      const p = document.createElement("p");
      if (css) p.className = css;
      p.textContent = text;
      return p;
    }

    /* Drawn in the drawing's units, sized so that it looks the same at every zoom. */
    function ink() {
      const svg = box()?.querySelector(".map__svg");
      if (!svg) return null;
      svg.querySelector(".motion-ink")?.remove();
      const layer = svg.appendChild(element("g", { class: "motion-ink", "aria-hidden": "true" }));
      layer.pixel = units(svg);
      return layer;
    }
    const units = (svg) => svg.viewBox.baseVal.width / svg.getBoundingClientRect().width;
    function element(kind, attributes, ...inside) {
      const made = document.createElementNS(SVG, kind);
      for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
      made.append(...inside);
      return made;
    }
    const put = ([x, y], size) => `translate(${x} ${y}) scale(${size})`;
    const css = ([x, y], size) => `translate(${x}px, ${y}px) scale(${size})`;

    /* Scroll to the event if it is out of view. */
    function look(points) {
      const map = box(), near = window.vexillumMap;
      if (!map || !near || recorded) return;
      const half = units(map.querySelector(".map__svg")), [x, y] = near.middle(map);
      const out = points.some(([px, py]) => Math.abs(px - x) > half * (map.clientWidth / 2 - 30) || Math.abs(py - y) > half * (map.clientHeight / 2 - 30));
      const spans = [0, 1].map((axis) => points.map((p) => p[axis])).map((all) => [Math.min(...all), Math.max(...all)]);
      const fits = spans.every(([low, high], axis) => high - low < half * ((axis ? map.clientHeight : map.clientWidth) - 60));
      if (out) near.toMiddle(map, fits ? spans.map(([low, high]) => (low + high) / 2) : points.at(-1)); // for a long route, its end
    }

    const DRAW = {
      async moved(layer, motion, quiet) {
        look(motion.way);
        const d = `M${motion.way.map((p) => p.join(" ")).join("L")}`, size = layer.pixel, colour = motion.colour || "currentColor";
        const under = element("path", { d, class: "motion-way motion-way--under", "stroke-width": 8 * size, pathLength: 1 });
        const way = element("path", { d, color: colour, class: "motion-way", "stroke-width": 4.5 * size, pathLength: 1 });
        const disc = element("g", { class: "motion-disc", color: colour, transform: put(motion.way.at(-1), size) }, element("circle", { r: 11 }));
        disc.append(Object.assign(element("text", { y: 4 }), { textContent: motion.mark }));
        layer.append(under, way, disc);
        if (quiet) return;
        const time = Math.min(LONGEST, LEG * (motion.way.length - 1));
        const dashes = [{ strokeDasharray: "0 1" }, { strokeDasharray: "1 0" }];
        await Promise.all([
          moved(under, dashes, time, "linear"), moved(way, dashes, time, "linear"),
          moved(disc, motion.way.map((p, i) => ({ transform: css(p, size), offset: lengths(motion.way)[i] })), time, "linear"),
        ]);
      },
      async fought(layer, motion, quiet) {
        look([motion.at]);
        const size = layer.pixel, cross = "M-13-13L13 13M13-13L-13 13M-14 8L-8 14M14 8L8 14";
        layer.querySelectorAll(".motion-fight").forEach((one) => one.remove()); // round by round
        const clash = element("g", { class: "motion-fight", transform: put(motion.at, size) }, element("path", { d: cross, class: "motion-clash motion-clash__under" }), element("path", { d: cross, class: "motion-clash" }));
        layer.append(clash);
        if (motion.dice.length) {
          const faces = element("text", { class: "motion-dice", y: 34 });
          faces.textContent = motion.dice.join(" : ");
          clash.append(faces);
        }
        if (!quiet) await moved(clash, [0.2, 1.6, 0.9, 1.15, 1].map((grown) => ({ transform: css(motion.at, size * grown), opacity: grown < 0.5 ? 0 : 1 })), CLASH);
        if (motion.mark) await DRAW.changed(layer, { ...motion, at: [motion.at[0], motion.at[1] - 26 * size] }, quiet);
      },
      async changed(layer, motion, quiet) {
        look([motion.at]);
        const size = layer.pixel, colour = motion.colour || "currentColor";
        const flag = element("g", { class: "motion-disc", color: colour, transform: put(motion.at, size) }, element("circle", { r: 13 }));
        flag.append(Object.assign(element("text", { y: 4 }), { textContent: motion.mark }));
        layer.append(flag);
        if (!quiet) await moved(flag, [0, 1, -0.2, 1].map((turned) => ({ transform: `${css(motion.at, size)} scaleX(${turned})` })), 700); // turned over, as a marker of two sides
      },
      async milestone(layer, motion, quiet) {
        look([motion.at]);
        const size = layer.pixel, ring = element("g", { class: motion.good ? "motion-ring" : "motion-ring motion-ring--bad", transform: put(motion.at, size) }, element("circle", { r: 22 }));
        layer.append(ring);
        if (!quiet) await moved(ring, [{ transform: css(motion.at, size * 2.4), opacity: 0 }, { transform: css(motion.at, size), opacity: 1 }], 700, "ease-out");
      },
    };

    /* The position of each point along a route, from 0 to 1. */
    function lengths(way) {
      let sum = 0;
      const found = way.map(([x, y], i) => (sum += i ? Math.hypot(x - way[i - 1][0], y - way[i - 1][1]) : 0));
      return found.map((length) => (sum ? length / sum : 0)).map((share, i) => (i === way.length - 1 ? 1 : share));
    }

    /* --- the bar --- */

    function controls() {
      if (!reel) return;
      const last = reel.strides.length - 1;
      button("play").hidden = playing || last < 0 || calm.matches;
      button("pause").hidden = !playing;
      button("back").disabled = at <= 0;
      button("step").disabled = at >= last;
      part("next").hidden = !replay || playing || at < last || reel.until >= reel.last;
      part("next").href = `${words.replay}?${new URLSearchParams({ ...(seat() ? { seat: seat() } : {}), at: reel.until })}#play`;
    }

    function address() {
      const from = reel.strides[at] ? reel.strides[at].seq - 1 : reel.after;
      return `${location.origin}${words.replay}?at=${Math.max(0, from)}#play`;
    }

    const DO = {
      play, pause: halt, step: () => step(1), back: () => step(-1), skip: stop,
      async link() {
        try { await navigator.clipboard.writeText(address()); part("told").replaceChildren(line(document.body.dataset.copied)); }
        catch { part("told").replaceChildren(line(address())); }
      },
    };
    bar.addEventListener("click", (e) => DO[e.target.closest("[data-do]")?.dataset.do]?.());
    bar.addEventListener("keydown", (e) => { if (e.key === "Escape" && !recorded) { e.stopPropagation(); stop(); } });

    document.addEventListener("htmx:afterSettle", (e) => { if (!replay && !recorded && e.target.id === "live") { if (reel) stop(); news(); } });
    if (recorded) {
      const sight = new IntersectionObserver(([one]) => {
        if (!one.isIntersecting) return;
        sight.disconnect();
        shownFirst();
      }, { threshold: 0.4 });
      sight.observe(box());
    } else if (replay) replayed(); else if (live()) news();
  }

  document.querySelectorAll("[data-motion]").forEach(player);
})();
