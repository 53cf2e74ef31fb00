// A page that shows a host's state, and asks for it again while somebody looks at it.

import { fetchWithKey, KeyNeeded } from "/page/key.js";

const PERIOD = 5000;

// What each path that is watched does not answer: a page may watch several.
const problems = new Map();

/** Draws what `path` answers, now and every five seconds while the page is seen. */
export async function watch(path, draw) {
  const away = document.getElementById("away");
  for (;;) {
    try {
      const answer = await fetchWithKey(path);
      const document = await answer.json();
      if (!answer.ok) {
        throw new Error(document.detail ?? document.title);
      }

      draw(document);
      problems.delete(path);
    } catch (error) {
      if (error instanceof KeyNeeded) {
        return;
      }

      problems.set(path, `No answer: ${error.message} The page asks again.`);
    }

    away.textContent = [...problems.values()][0] ?? "";

    await pause();
  }
}

/** Five seconds, and as long as nobody looks. */
async function pause() {
  await new Promise((done) => { setTimeout(done, PERIOD); });
  while (document.hidden) {
    await new Promise((done) => { document.addEventListener("visibilitychange", done, { once: true }); });
  }
}

/** Puts rows of texts into a table; the first cell of each is its heading. */
export function fill(id, rows, nothing) {
  const body = document.getElementById(id);
  const columns = body.closest("table").tHead.rows[0].cells.length;
  body.replaceChildren(...rows.map(([heading, ...cells]) => row(element("th", { scope: "row" }, heading), cells)));
  if (rows.length === 0) {
    body.append(element("tr", {}, element("td", { colspan: columns }, nothing)));
  }
}

export function say(id, text) {
  document.getElementById(id).textContent = text;
}

export function showNotices(notices) {
  fill("notices", notices.map(({ at, level, text }) => [time(at), level, text]), "None since the start.");
}

export function time(text) {
  return new Date(text).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "medium" });
}

export function bytes(count) {
  const units = ["B", "KiB", "MiB", "GiB", "TiB"];
  const power = Math.min(Math.floor(Math.log2(Math.max(1, count)) / 10), units.length - 1);
  return `${(count / 1024 ** power).toLocaleString(undefined, { maximumFractionDigits: 1 })} ${units[power]}`;
}

function row(heading, cells) {
  return element("tr", {}, heading, ...cells.map((cell) => element("td", {}, cell)));
}

function element(name, attributes, ...content) {
  const made = document.createElement(name);
  Object.entries(attributes).forEach(([key, value]) => made.setAttribute(key, value));
  made.append(...content);
  return made;
}
