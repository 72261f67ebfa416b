// Requests to the server, relative to the address with its token, and the state shared by all parts.

async function answer(response) {
  const body = await response.json().catch(() => ({ error: `the server answered ${response.status}` }));
  if (!response.ok) throw new Error(body.error ?? `the server answered ${response.status}`);
  return body;
}

/** Requests sent before they are needed; each answer is taken once. */
const ahead = new Map();

export async function get(path) {
  const sent = ahead.get(path) ?? fetch(`api/${path}`);
  ahead.delete(path);
  return answer(await sent);
}

export function prepare(path) {
  const sent = fetch(`api/${path}`);
  // A failure is reported to whoever asks for the answer.
  sent.catch(() => {});
  ahead.set(path, sent);
}

export const post = async (path, body) =>
  answer(await fetch(`api/${path}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  }));

export const state = {
  /** The document: name, page_count, generation, font_map, against. */
  doc: null,
  page: 1,
  /** The current page, as the server describes it. */
  view: null,
  glyphs: null,
  layers: new Set(["blocks"]),
  colour: "role",
  zoom: 1,
};
