/* The calculator's words in the reader's language: numbers, facts and actions, worded as on the server. */
"use strict";

function DbaWords(core, data, language) {
  const text = data.texts[language];
  const fill = (template, facts) => template.replace(/%\((\w+)\)s/g, (_, name) => (name in facts ? facts[name] : ""));
  const page = (name, facts) => fill(text.page[name], facts || {});
  const troop = (type) => text.troops[type] || type;
  const short = (type) => (core.CIVILIANS.includes(type) ? troop(type) : type);
  const called = (s) => ({ a: `${troop(s.a.type)} (A)`, b: `${troop(s.b.type)} (B)` });
  const signed = (n) => (n < 0 ? "−" + -n : "+" + n);
  const why = (cause) => cause.split("+").filter((part) => text.causes[part]).map((part) => text.causes[part]).join(", ");

  function percent(n, of) {
    const tenths = Math.floor((n * 2000 + of) / (2 * of));
    return `${Math.floor(tenths / 10)}${language === "it" ? "," : "."}${tenths % 10}%`;
  }
  function option(name, value) {
    if (value === null || value === "") return text.options[name + "."] || text.page.none;
    if (name === "behind") return troop(value);
    if (name === "depth_mm") return value + " mm";
    return typeof value === "number" ? String(value) : text.options[`${name}.${value}`] || String(value);
  }
  function deed(c, s) {
    let key = `${c.code}.${c.who}`;
    if (c.code === "occupy") key += "." + c.cause;
    else if (c.code === "unoccupied") key += "." + c.type;
    return fill(text.deeds[key], { name: called(s)[c.side], troop: troop(c.type), mm: c.mm, count: c.count, why: why(c.cause) });
  }
  function change(one, side, s) {
    const names = called(s);
    if (!one) return page("most_none", { name: names[side] });
    const facts = { who: names[one.side], field: text.fields[one.field], value: option(one.field, one.value) };
    const kind = one.value === true ? "fact_yes" : one.value === false ? "fact_no" : "fact_value";
    const chance = (name) => percent(one[name][0], one[name][1]);
    return page("most_line", { name: names[side], fact: page(kind, facts) }) + " " + page("most_chances", {
      own_before: chance("own_before"), own_after: chance("own_after"), foe_before: chance("foe_before"), foe_after: chance("foe_after"),
    });
  }

  return { text, fill, page, troop, short, called, signed, percent, option, deed, change };
}
