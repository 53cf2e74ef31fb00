// One target over a day: unknown is hatched, doubt is shaded.
import { fetchWithKey } from "./key.js";
import { availability, byId, part, shortcomings } from "./parts.js";

const Svg = "http://www.w3.org/2000/svg";
const Width = 1000;
const Height = 40;

function element(name, attributes) {
  const made = document.createElementNS(Svg, name);
  for (const [key, value] of Object.entries(attributes)) {
    made.setAttribute(key, value);
  }

  return made;
}

function hatch() {
  const pattern = element("pattern", { id: "hatch", width: 8, height: 8, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" });
  pattern.append(element("rect", { width: 3, height: 8, class: "hatch" }));
  return pattern;
}

function words({ from, to, state, isInDoubt }) {
  return `${state}${isInDoubt ? ", in doubt" : ""}, ${new Date(from).toLocaleString()} to ${new Date(to).toLocaleString()}`;
}

function draw({ from, to, parts }) {
  const [start, end] = [Date.parse(from), Date.parse(to)];
  const at = (time) => ((Date.parse(time) - start) / (end - start)) * Width;
  const drawing = element("svg", { viewBox: `0 0 ${Width} ${Height}`, preserveAspectRatio: "none", role: "img" });
  const defs = element("defs", {});
  defs.append(hatch());
  drawing.append(defs);
  for (const { from: begin, to: until, state, isInDoubt } of parts) {
    const box = { x: at(begin), width: Math.max(1, at(until) - at(begin)), height: Height };
    const fill = state === "unknown" ? { fill: "url(#hatch)" } : {};
    const shown = element("rect", { ...box, ...fill, class: `part ${state}` });
    const title = element("title", {});
    title.textContent = words({ from: begin, to: until, state, isInDoubt });
    shown.append(title);
    drawing.append(shown);
    if (isInDoubt) {
      drawing.append(element("rect", { ...box, class: "doubt" }));
    }
  }

  drawing.setAttribute("aria-label", parts.map(words).join("; "));
  return drawing;
}

function phases({ milliseconds }) {
  return Object.entries(milliseconds).map(([name, took]) => `${name} ${took.toFixed(1)} ms`).join(" · ");
}

function certificate(facts) {
  return facts
    ? `${facts.subject}, from ${facts.issuer}, until ${new Date(facts.notAfter).toLocaleString()}, ${facts.protocol}, SHA-256 ${facts.fingerprint}`
    : "none";
}

function list(items) {
  return items.map((text) => {
    const item = document.createElement("li");
    item.textContent = text;
    return item;
  });
}

async function find({ kind, name }) {
  try {
    const response = await fetchWithKey(`/api/v1/timeline?${new URLSearchParams({ kind, name })}`);
    return response.ok ? await response.json() : null;
  } catch {
    return null;
  }
}

function showList(dialog, name, items) {
  part(dialog, name).replaceChildren(...list(items));
  part(dialog, name).closest("section").hidden = items.length === 0;
}

/** Shows a target in the dialog. */
export async function show(target) {
  const dialog = byId("details");
  const timeline = await find(target);
  if (!timeline) {
    return; // The page says by itself when the prober is away; a target that is gone leaves the list.
  }

  part(dialog, "title").textContent = `${target.kind} ${target.name}`;
  part(dialog, "endpoint").textContent = target.endpoint;
  part(dialog, "availability").textContent = availability(timeline.availability);
  part(dialog, "drawing").replaceChildren(draw(timeline));
  part(dialog, "probes").textContent = [`${target.probes} since the prober's start, ${target.bad} bad`, shortcomings(target)]
    .filter(Boolean).join(", ");
  part(dialog, "phases").textContent = target.last ? phases(target.last) : "none yet";
  part(dialog, "certificate").textContent = certificate(target.last?.certificate);
  part(dialog, "from").textContent = new Date(timeline.from).toLocaleString();
  part(dialog, "to").textContent = new Date(timeline.to).toLocaleString();
  showList(dialog, "changes", timeline.changes.slice(-20).reverse().map((change) =>
    `${new Date(change.at).toLocaleString()}: ${[change.state, change.cause].filter(Boolean).join(". ")}`));
  showList(dialog, "corrections", timeline.corrections.map((correction) =>
    `${new Date(correction.from).toLocaleString()} to ${new Date(correction.to).toLocaleString()} was ${correction.state}: ${correction.note}`));
  dialog.showModal();
}
