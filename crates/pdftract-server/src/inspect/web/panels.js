// The lists beside the page: search, problems, fonts, unknown glyphs, facts about the document.

import { get, state } from "./api.js";
import { byId, el, emit, empty, fill, on, percent, say, visible, words } from "./dom.js";
import { figure, lesson } from "./glyph.js";
import { sourceColour } from "./layers.js";
import { all, level, scores } from "./pages.js";
import { mark } from "./sheet.js";

let panels;
export function begin(all) {
  panels = all;
  fill(panels.search, empty("Search the whole document.", "Upper and lower case, accents and line ends do not matter."));
}

// Search

let seeking = 0;

export async function search(query) {
  const turn = ++seeking;
  if (!query.trim()) return begin(panels);
  const list = el("div", { class: "list" });
  const told = el("p", { class: "quiet", id: "found", role: "status" }, "Searching …");
  fill(panels.search, told, list);
  let [from, count] = [0, 0];
  const round = async () => {
    const limit = count + 200;
    while (from !== null && count < limit) {
      const answer = await get(`search?q=${encodeURIComponent(query)}&from=${from}`);
      if (turn !== seeking) return;
      from = answer.next;
      count += answer.matches.length;
      list.append(...answer.matches.map(match));
      told.textContent = from === null ? found(count) : `${found(count)}, page ${from} of ${state.doc.page_count} …`;
    }
    if (from !== null) {
      const more = el("button", { class: "more", type: "button", onclick: () => { more.remove(); round().catch((error) => say(error.message)); } }, "Search on");
      panels.search.append(more);
      told.textContent = `${found(count)} on pages 1 to ${from}`;
    }
  };
  try {
    await round();
  } catch (error) {
    fill(panels.search, empty("The search failed.", error.message));
  }
}

const found = (count) => (count === 0 ? "Nothing found" : count === 1 ? "1 match" : `${count} matches`);

function match(one) {
  const characters = Array.from(one.snippet);
  const part = (from, to) => characters.slice(from, to).join("");
  const button = el("button", { class: "hit", type: "button", dir: "auto" },
    el("span", { class: "where" }, `Page ${one.page_index + 1}`),
    part(0, one.snippet_start), el("mark", {}, part(one.snippet_start, one.snippet_end)), part(one.snippet_end));
  button.addEventListener("click", () => {
    panels.search.querySelectorAll("[aria-current]").forEach((other) => other.removeAttribute("aria-current"));
    button.setAttribute("aria-current", "true");
    emit("go", { page: one.page_index + 1, then: () => mark(one.parts.map((place) => place.bbox)) });
  });
  return button;
}

// Problems

export async function problems() {
  try {
    const { diagnostics, count, pages_read: read } = await get("diagnostics");
    await all();
    const ranked = scores.map((facts, index) => ({ ...facts, page: index + 1 }))
      .filter((facts) => facts.score !== null && facts.score !== undefined)
      .sort((a, b) => a.score - b.score || b.unmapped - a.unmapped || a.page - b.page);
    const more = state.doc.page_count - read;
    fill(panels.problems,
      more > 0 && el("p", { class: "quiet" }, `${read} of ${state.doc.page_count} pages were read so far.`),
      el("h2", {}, "Diagnostics"),
      diagnostics.length ? el("div", { class: "list" }, ...diagnostics.slice(0, 500).map(diagnostic)) : empty("No losses and no repairs.", ""),
      count > 500 && el("p", { class: "quiet" }, `${count - 500} more; pdftract -v lists all of them.`),
      el("h2", {}, "Pages by score, the worst first"),
      el("div", { class: "list" }, ...ranked.slice(0, 200).map(pageRow)));
  } catch (error) {
    fill(panels.problems, empty("The list cannot be read.", error.message));
  }
}

function diagnostic(one) {
  const page = one.page_index === undefined ? null : one.page_index + 1;
  const kind = { error: "bad", warning: "fair", info: "quiet" }[one.severity];
  const where = [page && `page ${page}`, one.object && `object ${one.object}`].filter(Boolean).join(" · ");
  return el("button", { class: "hit", type: "button", onclick: () => (page ? place(one, page) : say("It concerns the whole document.")) },
    el("span", { class: "where" }, el("code", { class: kind }, one.code), where), one.message);
}

/** Goes to the page of a diagnostic, and to its place where the page shows it. */
function place(one, page) {
  emit("go", { page, then: () => {
    const hidden = one.code === "HIDDEN_TEXT_LEFT_OUT";
    if (hidden) return emit("layer", "hidden");
    const doubtful = state.view.blocks.flatMap((block) => block.words.filter((word) => word.u === "unknown" || word.c < 0.7).map((word) => word.b));
    mark(doubtful.length ? doubtful : state.view.blocks.filter((block) => block.score < 0.7).map((block) => block.bbox));
  } });
}

function pageRow(facts) {
  const notes = [facts.ocr && "OCR recommended", facts.unmapped && `${facts.unmapped} unknown glyphs`, facts.hidden && `${facts.hidden} hidden`].filter(Boolean);
  return el("button", { class: "hit", type: "button", onclick: () => emit("go", { page: facts.page }) },
    el("span", { class: "where" }, el("b", { class: level(facts.score) }, percent(facts.score)), `page ${facts.page}`),
    notes.length ? notes.join(", ") : facts.quality ? words(facts.quality) : "");
}

// Fonts

export async function fonts(scope = "page") {
  try {
    const list = await get(scope === "page" ? `page/${state.page}/fonts` : "fonts");
    fill(panels.fonts,
      el("h2", {}, scope === "page" ? `Fonts of page ${state.page}` : "Fonts of all pages"),
      ...(list.length ? list.map(font) : [empty("No fonts.", "The page draws no text.")]),
      scope === "page" && state.doc.page_count > 1 && el("button", { class: "more", type: "button", onclick: () => fonts("all") }, "Read all pages"));
  } catch (error) {
    fill(panels.fonts, empty("The fonts cannot be read.", error.message));
  }
}

function font(one) {
  const total = one.codes_by_source.reduce((sum, { codes }) => sum + codes, 0) || 1;
  const bars = one.codes_by_source.map(({ source, codes }) => {
    const part = el("i", { class: `k-${sourceColour(source)}` });
    part.style.width = `${(100 * codes) / total}%`;
    return part;
  });
  const facts = [
    words(one.type ?? one.kind ?? ""), one.embedded ? "embedded" : "not embedded", one.subset && "subset",
    one.to_unicode ? "ToUnicode" : "no ToUnicode", one.encoding, one.collection, one.program?.format && words(one.program.format),
  ].filter(Boolean);
  return el("article", { class: "card" },
    el("h3", {}, one.name || "(no name)"),
    el("div", { class: "quiet small" }, facts.join(" · ")),
    el("div", { class: "bars", "aria-hidden": "true" }, ...bars),
    el("div", { class: "small" }, one.codes_by_source.map(({ source, codes }) => `${codes} from ${words(source)}`).join(", ") || "no code in use"));
}

// Unknown glyphs

let unknownScope = "page";
export async function unknown(scope = unknownScope) {
  unknownScope = scope;
  try {
    const { glyphs, left_out: left } = await get(scope === "page" ? `page/${state.page}/unknown` : "unknown");
    fill(panels.unknown,
      el("h2", {}, scope === "page" ? `Unknown and doubtful glyphs of page ${state.page}` : "Unknown and doubtful glyphs of all pages"),
      el("p", { class: "quiet small" }, state.doc.taught ? `${state.doc.taught} taught so far, in ${state.doc.font_map}` : `What you teach is saved in ${state.doc.font_map}`),
      ...(glyphs.length ? glyphs.slice(0, 300).map(unknownCard) : [empty("Every glyph has text that can be trusted.", "")]),
      (left > 0 || glyphs.length > 300) && el("p", { class: "quiet" }, "More glyphs than are shown here."),
      scope === "page" && state.doc.page_count > 1 && el("button", { class: "more", type: "button", onclick: () => unknown("all") }, "Read all pages"));
  } catch (error) {
    fill(panels.unknown, empty("The list cannot be read.", error.message));
  }
}

function unknownCard(glyph) {
  const image = figure(glyph.path, glyph.view, `Glyph ${glyph.code}`);
  const jump = () => emit("go", { page: glyph.page, then: () => emit("explain", `glyph=${glyph.glyph}`) });
  image.addEventListener("click", jump);
  return el("article", { class: "card unknown" }, image,
    el("div", {},
      el("h3", {}, glyph.font || "(no name)"),
      el("div", { class: "quiet small" }, `${glyph.code}${glyph.name ? ` · ${glyph.name}` : ""} · ${glyph.count === 1 ? "once" : `${glyph.count} times`} · ${percent(glyph.confidence)} `),
      el("div", { class: "context", dir: "auto" }, glyph.before, el("b", {}, visible(glyph.text)), glyph.after),
      el("button", { class: "more small", type: "button", onclick: jump }, `Show on page ${glyph.page}`),
      lesson(glyph)));
}

// The document

let known = null;
export async function facts() {
  try {
    known ??= await get("facts");
    const { metadata, version, encryption, outline, attachments } = known;
    const rows = [...Object.entries(metadata ?? {}), ["PDF version", version], ["encryption", encryption], ["pages", state.doc.page_count]]
      .filter(([, value]) => value !== null && value !== undefined && typeof value !== "object");
    const lists = Object.entries(metadata ?? {}).filter(([, value]) => Array.isArray(value) && value.every((one) => typeof one === "string") && value.length);
    fill(panels.document,
      el("h2", {}, "Properties"),
      el("dl", { class: "facts" }, ...[...rows, ...lists.map(([name, value]) => [name, value.join(", ")])]
        .flatMap(([name, value]) => [el("dt", {}, words(name)), el("dd", {}, String(value))])),
      el("h2", {}, "Outline"),
      outline.length ? el("div", { class: "list outline" }, ...outline.map(entry)) : empty("No outline.", ""),
      el("h2", {}, "Attachments"),
      attachments.length ? el("ul", { class: "plain-list" }, ...attachments.map((one) => el("li", {}, one.name ?? "(no name)"))) : empty("No attachments.", ""));
  } catch (error) {
    fill(panels.document, empty("The document cannot be read.", error.message));
  }
}

function entry(item) {
  const page = item.page_index === undefined || item.page_index === null ? null : item.page_index + 1;
  const button = el("button", { class: "hit", type: "button", onclick: () => (page ? emit("go", { page }) : say("It leads nowhere.")) },
    el("span", { class: "where" }, "", page ? `page ${page}` : ""), item.title);
  button.style.setProperty("--depth", Math.min(6, item.level ?? 0));
  return button;
}
