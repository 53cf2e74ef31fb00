// The controls that choose what the list shows.

import { byId } from "../dom.js";

const form = byId("filters");
const [more, problem, clear] = [byId("more-filters"), byId("filter-problem"), byId("clear-filters")];
const controls = form.elements;

/** What the controls can hold, by the name of the parameter. */
const fields = {
  verdict: {},
  type: {
    read: (text) => text.toLowerCase(), check: (text) => /^[a-z0-9][\w.+-]*\/(\*|[a-z0-9][\w.+-]*)$/.test(text),
    told: "A type has to be like application/pdf, or a group of types like image/*.",
  },
  minScore: { check: isScore, told: "A score has to be a whole number, 0 or more." },
  maxScore: { check: isScore, told: "A score has to be a whole number, 0 or more." },
  from: { read: toUtc, write: toLocal },
  to: { read: toUtc, write: toLocal },
  sha256: {
    read: (text) => text.toLowerCase().replace(/[\s:]/g, ""), check: (text) => /^[0-9a-f]{1,64}$/.test(text),
    told: "Use the first hex digits of a SHA-256, at most 64.",
  },
};

/** @param onChange Called with the query that the controls hold now, when all of them hold something that can be asked. */
export function watch(onChange) {
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("change", () => {
    const query = read();
    if (query) {
      onChange(query);
    }
  });
  clear.addEventListener("click", () => {
    form.reset();
    draw({});
    byId("latest-heading").focus();
    onChange({});
  });
}

/** Shows a query in the controls. */
export function draw(query) {
  for (const [name, { write = (value) => value }] of Object.entries(fields)) {
    const value = query[name] ? write(query[name]) : "";
    controls[name].value = value;
    if (controls[name] instanceof HTMLElement) {
      controls[name].setAttribute("aria-invalid", false);
    }
  }

  problem.textContent = "";
  clear.hidden = Object.keys(query).every((name) => name === "after");
  more.open ||= Object.keys(query).some((name) => !["verdict", "after"].includes(name));
}

/** Offers the types that there are. */
export function offerTypes(types) {
  const list = byId("types");
  const offered = new Set(Array.from(list.options, ({ value }) => value));
  list.append(...types.filter((type) => !offered.has(type)).map((type) => new Option("", type)));
}

/** The query; null when something in a field cannot be asked, which is told beside the fields. */
function read() {
  const query = {};
  const wrong = [];
  for (const [name, { read: readText = (text) => text, check = () => true, told }] of Object.entries(fields)) {
    const text = readText(controls[name].value.trim());
    const isValid = text === "" || check(text);
    if (controls[name] instanceof HTMLElement) {
      controls[name].setAttribute("aria-invalid", !isValid);
    }

    if (!isValid) {
      wrong.push(told);
    } else if (text !== "") {
      query[name] = text;
    }
  }

  problem.textContent = [...new Set(wrong)].join(" ");
  return wrong.length > 0 ? null : query;
}

function isScore(text) {
  return /^\d{1,9}$/.test(text);
}

/** A control has local time, the address and the service UTC. */
function toUtc(local) {
  return local === "" ? "" : new Date(local).toISOString().replace(/\.000Z$/, "Z");
}

function toLocal(utc) {
  const time = new Date(utc);
  return Number.isNaN(time.getTime()) ? "" : new Date(time - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
