"""Scripts that measure pages in a browser: labels on a map, and accessibility problems."""

# The drawing's size in units of its level, and the pixels per unit.
SIZE = """
  const svg = document.querySelector('.map__svg'), box = (e) => e.getBoundingClientRect();
  const least = Number(svg.dataset.levels.split(' ')[svg.dataset.level]);
  const unit = box(svg).width / svg.viewBox.baseVal.width / least;
  const level = `.map-level--${svg.dataset.level}`;
"""

# Pairs of things on the visible level that overlap by more than an edge; a line of text is a little
# higher than its letters.
OVERLAPS = f"""() => {{{SIZE}
  const written = '.map-name text, .map-holder, .map-cost text';
  const piece = svg.querySelector('.map-spaces') ? `${{level}} > .map-piece > *` : `${{level}} .map-piece`;
  const things = [...svg.querySelectorAll(`${{level}} :is(${{written}}), ${{level}} > use, ${{piece}}`)]
    .map((e) => [e.textContent || e.getAttribute('href'), box(e)]);
  const shared = (a, b, from, to) => (Math.min(a[to], b[to]) - Math.max(a[from], b[from])) / unit;
  const found = [];
  things.forEach(([what, a], i) => things.slice(i + 1).forEach(([other, b]) => {{
    if (shared(a, b, 'left', 'right') > 1.2 && shared(a, b, 'top', 'bottom') > 3) found.push([what, other]);
  }}));
  return [things.length, found];
}}"""

SMALLEST = f"""() => {{{SIZE}
  const texts = [...svg.querySelectorAll(`${{level}} text`)];
  return Math.min(...texts.map((e) => parseFloat(getComputedStyle(e).fontSize) * unit));
}}"""

# axe's findings; its script must be on the page.
VIOLATIONS = """() => axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) =>
    violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.target.join(" ")).slice(0, 3)}`))"""
