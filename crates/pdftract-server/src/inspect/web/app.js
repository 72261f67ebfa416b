// The inspector: starts all parts and ties them together.

import { get, prepare, state } from "./api.js";
import * as compare from "./compare.js";
import { byId, el, emit, empty, fill, on, percent, say } from "./dom.js";
import { step } from "./glyph.js";
import * as keys from "./keys.js";
import { LAYERS } from "./layers.js";
import * as pages from "./pages.js";
import * as lists from "./panels.js";
import { fitSheet, redraw, show } from "./sheet.js";
import * as text from "./text.js";

const TABS = [
  ["text", "Text"], ["markdown", "Markdown"], ["search", "Search"], ["problems", "Problems"], ["fonts", "Fonts"],
  ["unknown", "Unknown"], ["compare", "Compare"], ["document", "Document"],
];
const panels = {};
const tabs = {};
let open = "text";

function buildTabs() {
  for (const [name, title] of TABS) {
    tabs[name] = el("button", { class: "tab", role: "tab", id: `tab-${name}`, type: "button", "aria-controls": `panel-${name}`, onclick: () => choose(name) }, title);
    panels[name] = el("div", { class: "panel", role: "tabpanel", id: `panel-${name}`, "aria-labelledby": `tab-${name}`, tabindex: 0, hidden: true });
  }
  byId("tabs").append(...Object.values(tabs));
  byId("panels").append(...Object.values(panels));
  byId("tabs").addEventListener("keydown", (event) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (by) {
      choose(neighbour(by));
      tabs[open].focus();
    }
  });
}

const neighbour = (by) => {
  const names = TABS.map(([name]) => name);
  return names[(names.indexOf(open) + by + names.length) % names.length];
};

/** Opens a panel and fills it. */
function choose(name) {
  open = name;
  for (const [one] of TABS) {
    tabs[one].setAttribute("aria-selected", String(one === name));
    tabs[one].tabIndex = one === name ? 0 : -1;
    panels[one].hidden = one !== name;
  }
  refreshPanel();
}

function refreshPanel() {
  if (open === "problems") lists.problems();
  if (open === "fonts") lists.fonts();
  if (open === "unknown") lists.unknown();
  if (open === "document") lists.facts();
  compare.refresh(open === "compare");
}

// Layers and colours

function buildLayers() {
  byId("layers").append(...LAYERS.map(([name, title], index) =>
    el("button", { class: "chip", type: "button", "data-layer-button": name, title: `${title} (${index + 1})`, "aria-pressed": String(state.layers.has(name)), onclick: () => toggle(name) }, title)));
  byId("colour").addEventListener("change", (event) => colour(event.target.value));
}

function toggle(name, isOn = !state.layers.has(name)) {
  if (isOn) state.layers.add(name);
  else state.layers.delete(name);
  document.querySelector(`[data-layer-button="${name}"]`).setAttribute("aria-pressed", String(isOn));
  redraw().catch((error) => say(error.message));
}

function colour(value) {
  state.colour = value;
  byId("colour").value = value;
  redraw();
}

function nextColour() {
  const values = [...byId("colour").options].map((option) => option.value);
  colour(values[(values.indexOf(state.colour) + 1) % values.length]);
}

// Pages, zoom, theme

const turn = (by) => show(state.page + by);

function zoom(factor) {
  state.zoom = factor === 0 ? 1 : Math.min(6, Math.max(0.25, state.zoom * factor));
  fitSheet();
}

const dark = window.matchMedia("(prefers-color-scheme: dark)");
function theme(chosen) {
  const value = chosen ?? (dark.matches ? "dark" : "light");
  document.documentElement.dataset.theme = value;
  byId("theme").setAttribute("aria-pressed", String(value === "dark"));
}
const otherTheme = () => {
  const value = document.documentElement.dataset.theme === "dark" ? "light" : "dark";
  sessionStorage.setItem("theme", value);
  theme(value);
};

function wire() {
  byId("previous").addEventListener("click", () => turn(-1));
  byId("next").addEventListener("click", () => turn(1));
  byId("number").addEventListener("change", (event) => show(Number(event.target.value)));
  byId("smaller").addEventListener("click", () => zoom(0.8));
  byId("larger").addEventListener("click", () => zoom(1.25));
  byId("fit").addEventListener("click", () => zoom(0));
  byId("theme").addEventListener("click", otherTheme);
  dark.addEventListener("change", () => theme(sessionStorage.getItem("theme")));
  byId("toggle-pages").addEventListener("click", () => showPages(document.body.classList.contains("no-pages")));
  byId("search-form").addEventListener("submit", (event) => {
    event.preventDefault();
    choose("search");
    lists.search(byId("query").value);
  });
  keys.begin({
    turn, zoom, step, theme: otherTheme, colour: nextColour,
    layer: (index) => toggle(LAYERS[index][0]),
    panel: (by) => choose(neighbour(by)),
  });
}

function showPages(isShown) {
  document.body.classList.toggle("no-pages", !isShown);
  byId("toggle-pages").setAttribute("aria-expanded", String(isShown));
}

on("go", ({ page, then }) => show(page, then));
on("layer", (name) => toggle(name, true));
on("turned", (page) => {
  byId("number").value = page;
  byId("previous").disabled = page === 1;
  byId("next").disabled = page === state.doc.page_count;
  byId("export-page").href = `api/page/${page}/export`;
  byId("export-anonymous").href = `api/page/${page}/export?anonymous=true`;
  history.replaceState(null, "", `#page=${page}`);
});
on("shown", (view) => {
  const badge = byId("score");
  badge.hidden = false;
  const isBlank = view.empty_because === "nothing_drawn";
  badge.className = `badge ${isBlank ? "quiet" : pages.level(view.score)}`;
  badge.textContent = isBlank ? "blank" : view.judged ? `score ${percent(view.score)}` : `score ${percent(view.score)}, not judged`;
  badge.title = view.signals.length ? view.signals.join(", ").replaceAll("_", " ") : "No evidence against the text of this page";
  count("problems", view.diagnostics.length);
  count("unknown", view.unmapped);
  if (open !== "compare" && open !== "search") refreshPanel();
});
on("taught", () => pages.again());

/** Shows a number beside the name of a panel. */
function count(name, number) {
  const title = TABS.find(([one]) => one === name)[1];
  fill(tabs[name], title, number > 0 && el("span", { class: "n" }, String(number)));
}

async function start() {
  const asked = Number(/page=(\d+)/.exec(location.hash)?.[1] ?? 1);
  // The first page does not wait for the facts about the document.
  prepare("document");
  prepare(`page/${asked}`);
  theme(sessionStorage.getItem("theme"));
  if (window.matchMedia("(max-width: 860px)").matches) showPages(false);
  buildTabs();
  buildLayers();
  text.begin(panels);
  lists.begin(panels);
  compare.begin(panels);
  wire();
  choose("text");
  try {
    state.doc = await get("document");
  } catch (error) {
    fill(panels.text, empty("The inspector has ended.", error.message));
    return;
  }
  byId("name").textContent = state.doc.name;
  document.title = `${state.doc.name} – pdftract inspect`;
  byId("count").textContent = `of ${state.doc.page_count}`;
  if (state.doc.page_count === 0) {
    byId("empty").textContent = "The document has no pages.";
    byId("empty").hidden = false;
    return;
  }
  if (state.doc.against) choose("compare");
  await show(asked);
  pages.begin();
}

start();
