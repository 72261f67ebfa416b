// The glyph that was clicked: its outline, its font, and the ladder of sources of its text.

import { get, post, state } from "./api.js";
import { byId, codePoints, el, emit, empty, fill, on, percent, say, svg, visible, words } from "./dom.js";
import { pick, show } from "./sheet.js";
import { sourceColour } from "./layers.js";

const panel = byId("glyph");
let current = null;
let turn = 0;

const hint = () => fill(panel, empty("No glyph is selected.", "Click a character on the page to see where its text comes from."));
hint();

on("explain", (query) => explain(query));
on("turned", () => { if (current && current.page !== state.page) { current = null; hint(); } });

async function explain(query) {
  const mine = ++turn;
  const page = state.page;
  try {
    const glyph = await get(`page/${page}/explain?${query}`);
    if (mine !== turn || page !== state.page) return;
    current = { page, number: glyph.glyph, count: glyph.glyph_count };
    pick(glyph.bbox);
    render(glyph);
  } catch (error) {
    if (mine !== turn) return;
    current = null;
    pick(null);
    fill(panel, empty("No glyph is selected.", error.message));
  }
}

/** Explains the next or previous glyph in drawing order. */
export function step(by) {
  const number = current ? current.number + by : 0;
  if (current && (number < 0 || number >= current.count)) return say("No more glyphs on this page.");
  explain(`glyph=${number}`);
}

/** Returns the picture of an outline. */
export function figure(path, [x, y, width, height], label) {
  const image = svg("svg", { class: "figure", viewBox: `${x} ${y} ${width} ${height}`, role: "img", "aria-label": label });
  image.append(svg("line", { x1: x, x2: x + width, y1: 0, y2: 0 }));
  if (path) image.append(svg("path", { d: path }));
  else image.append(svg("text", { x: x + width / 2, y: y + height * 0.42 }, "no outline"), svg("text", { x: x + width / 2, y: y + height * 0.62 }, "in the file"));
  return image;
}

function render(glyph) {
  const font = glyph.font;
  const facts = [
    ["Code", glyph.code + (glyph.glyph_name ? ` · ${glyph.glyph_name}` : "")],
    ["Font", `${font.name || "(no name)"} · ${words(font.kind ?? font.type ?? "")}`],
    ["Size", `${glyph.size.toFixed(1)} pt`],
    glyph.visibility !== "visible" && ["Hidden", words(glyph.visibility)],
    glyph.outline && ["Outline", glyph.outline],
  ].filter(Boolean);
  fill(panel,
    el("div", { class: "glyph-head" },
      figure(glyph.path, glyph.view, "Outline of the glyph"),
      el("div", { class: "about" },
        el("div", { class: "big", id: "glyph-text", dir: "auto" }, visible(glyph.text)),
        el("div", { class: "quiet small" }, `${codePoints(glyph.text) || "no text"} · from ${words(glyph.unicode_source)} · ${percent(glyph.confidence)}`),
        bar(glyph))),
    el("dl", { class: "facts" }, ...facts.flatMap(([name, value]) => [el("dt", {}, name), el("dd", {}, value)])),
    el("h2", {}, "Ladder"),
    el("ol", { class: "ladder", id: "ladder" }, ...glyph.rungs.map(rung)),
    glyph.alternatives.length > 0 && el("h2", {}, "Looks like"),
    glyph.alternatives.length > 0 && el("div", { class: "guesses" }, ...glyph.alternatives.slice(0, 6).map((other) =>
      el("span", { class: "guess" }, visible(other.text), " ", el("span", { class: "quiet small" }, percent(other.chance))))),
    el("h2", {}, "Teach"),
    lesson({ font: font.name, fingerprint: font.fingerprint, code: glyph.code, text: glyph.text, guesses: [] }));
  // The rung that decided is what the reader asked for.
  const decided = panel.querySelector(".rung.answered");
  panel.scrollTop = decided ? Math.max(0, decided.offsetTop + decided.offsetHeight - panel.offsetTop - panel.clientHeight + 8) : 0;
}

function bar(glyph) {
  const part = el("i", { class: `k-${sourceColour(glyph.unicode_source)}` });
  part.style.width = percent(glyph.confidence).replace(" ", "");
  return el("div", { class: "bars", "aria-hidden": "true" }, part);
}

function rung(answer) {
  const sure = answer.confidence === undefined ? null : percent(answer.confidence);
  return el("li", { class: `rung ${answer.verdict}` },
    el("div", {},
      el("div", { class: "top" },
        el("b", {}, words(answer.rung)),
        el("span", { class: "verdict" }, answer.verdict),
        answer.text !== undefined && el("span", { class: "sample", dir: "auto" }, visible(answer.text))),
      el("div", { class: "why", title: answer.verdict === "silent" ? answer.reason : null }, sure ? `${answer.reason} · ${sure}` : answer.reason)));
}

/** Returns a form in which the text of a code of a font is stated. */
export function lesson(glyph) {
  const input = el("input", { "aria-label": `Text of code ${glyph.code}`, value: glyph.text === "\uFFFD" ? "" : glyph.text, dir: "auto", autocomplete: "off", spellcheck: "false" });
  const guesses = (glyph.guesses ?? []).map(([text, chance]) =>
    el("button", { type: "button", class: "guess", title: percent(chance), onclick: () => { input.value = text; input.focus(); } }, visible(text)));
  const form = el("form", { class: "lesson" }, input, el("button", { class: "solid" }, "Teach"), ...guesses);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      const { font, fingerprint, code } = glyph;
      const done = await post("teach", { font, fingerprint, code, text: input.value });
      Object.assign(state.doc, done);
      say(`Saved in ${done.font_map}; the document was read again.`);
      emit("taught", done);
      const last = current;
      await show(state.page, () => { if (last) explain(`glyph=${last.number}`); });
    } catch (error) {
      say(error.message);
    }
  });
  return form;
}
