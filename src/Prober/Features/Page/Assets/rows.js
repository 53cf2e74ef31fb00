// Rows of targets, each kept as long as its target is shown, so that whoever is on one with the keyboard stays there.
import { availability, lastProbe, named, part, remarks, shortcomings } from "./parts.js";

function duration(seconds) {
  return seconds % 3600 === 0 ? `${seconds / 3600} h` : seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`;
}

/** How often the prober looks, or how long a target may be silent that reports itself. */
function rhythm({ kind, intervalSeconds }) {
  return kind === "group" ? kind
    : kind === "push" ? `push, silent for ${duration(intervalSeconds)} at most`
    : `${kind}, every ${duration(intervalSeconds)}`;
}

function fill(row, target) {
  row.dataset.state = target.state;
  const texts = {
    state: target.state,
    name: named(target),
    kind: rhythm(target),
    since: target.since ? new Date(target.since).toLocaleString() : "",
    availability: availability(target.availability),
    shortcomings: shortcomings(target),
    last: [lastProbe(target.last), ...remarks(target.alert)].join("; "),
  };
  for (const [name, text] of Object.entries(texts)) {
    const cell = part(row, name);
    if (cell.textContent !== text) {
      cell.textContent = text;
    }
  }
}

export class Rows {
  #body;
  #template;
  #choose;
  #rows = new Map();

  /** @param choose gets the target whose name was clicked */
  constructor(body, template, choose) {
    this.#body = body;
    this.#template = template;
    this.#choose = choose;
  }

  show(targets) {
    const before = this.#rows;
    this.#rows = new Map(targets.map((target) => [`${target.kind}/${target.name}`, null]));
    for (const target of targets) {
      const key = `${target.kind}/${target.name}`;
      const kept = before.get(key) ?? this.#make();
      kept.target = target;
      fill(kept.row, target);
      this.#rows.set(key, kept);
    }

    const rows = [...this.#rows.values()].map((kept) => kept.row);
    if (rows.length !== this.#body.children.length || rows.some((row, index) => row !== this.#body.children[index])) {
      const focused = document.activeElement;
      this.#body.replaceChildren(...rows);
      if (focused.isConnected && focused !== document.activeElement) {
        focused.focus({ preventScroll: true });
      }
    }
  }

  #make() {
    const made = { row: this.#template.content.firstElementChild.cloneNode(true), target: null };
    part(made.row, "name").addEventListener("click", () => this.#choose(made.target));
    return made;
  }
}
