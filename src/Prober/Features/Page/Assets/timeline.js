// One target over a span of time: unknown is hatched, doubt is shaded.
import { fetchWithKey } from "./key.js";
import { about } from "./actions.js";
import { bars, curve, element } from "./drawing.js";
import { availability, byId, daysUntil, lastProbe, named as nameOf, part, remarks, shortcomings } from "./parts.js";

const Spans = { "24h": 24, "7d": 168, "30d": 720 };
const HourLength = 3600000;
const Width = 1000;
const Height = 40;

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
    const said = words({ from: begin, to: until, state, isInDoubt });
    drawing.append(element("rect", { ...box, ...fill, class: `part ${state}` }, said));
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
    ? [
      facts.subject, `from ${facts.issuer}`, `until ${new Date(facts.ends).toLocaleString()} (${daysUntil(facts.ends)})`,
      facts.protocol, `SHA-256 ${facts.fingerprint}`,
    ].filter(Boolean).join(", ")
    : "none";
}

function list(items) {
  return items.map((text) => {
    const item = document.createElement("li");
    item.textContent = text;
    return item;
  });
}

async function ask(path, query) {
  try {
    const response = await fetchWithKey(`/api/v1/${path}?${new URLSearchParams(query)}`);
    return response.ok ? await response.json() : null;
  } catch {
    return null;
  }
}

function showCurve(dialog, hours, hoursShown) {
  const end = Date.now();
  const start = end - hoursShown * HourLength;
  const shown = hours.filter((hour) => Date.parse(hour.at) + HourLength > start);
  if (shown.length === 0) {
    part(dialog, "curve").replaceChildren();
    part(dialog, "curve-words").textContent = "No whole hour has been probed yet.";
    return;
  }

  const { drawing, top, longest } = curve(shown, start, end);
  part(dialog, "curve").replaceChildren(drawing);
  part(dialog, "curve-words").textContent = "Line: average of each hour; thin line: the longest probe. "
    + `The top is ${top.toFixed(0)} ms${longest > top ? `; the longest of all took ${longest.toFixed(0)} ms` : ""}.`;
}

/** The address of a target and a span, which can be sent to others. */
function remember(target, span) {
  const address = new URL(location.href);
  address.search = target ? new URLSearchParams({ kind: target.kind, name: target.name, span }) : "";
  history.replaceState(null, "", address);
}

/** What the address names; null for nothing. */
export function named() {
  const query = new URLSearchParams(location.search);
  return query.has("kind") && query.has("name") ? { kind: query.get("kind"), name: query.get("name"), span: query.get("span") } : null;
}

byId("details").addEventListener("close", () => remember(null));

function showList(dialog, name, items) {
  part(dialog, name).replaceChildren(...list(items));
  part(dialog, name).closest("section").hidden = items.length === 0;
}

/** The target as it is now: since the list was read, a person may have silenced it. */
async function freshOf({ kind, name }) {
  const found = await ask("targets", { search: name, limit: 200 });
  return found?.targets.find((one) => one.kind === kind && one.name === name);
}

function now({ state, since, last, alert }) {
  const from = since ? ` since ${new Date(since).toLocaleString()}` : "";
  const why = last && last.failure !== "none" ? [lastProbe(last)] : [];
  return [`${state}${from}`, ...why, ...remarks(alert)].join("; ");
}

/**
 * Shows a target in the dialog.
 * @param listed the target as a list had it
 * @param again whether it is shown already: a person who closes it meanwhile wants it closed.
 */
export async function show(listed, wanted = "24h", again = false) {
  const dialog = byId("details");
  const span = wanted in Spans ? wanted : "24h";
  const { kind, name } = listed;
  const from = new Date(Date.now() - Spans[span] * HourLength).toISOString();
  const [timeline, history, fresh] = await Promise.all(
    [ask("timeline", { kind, name, from }), ask("history", { kind, name }), freshOf(listed)]);
  const target = fresh ?? listed;
  if (!timeline || (again && !dialog.open)) {
    return; // The page says by itself when the prober is away; a target that is gone leaves the list.
  }

  part(dialog, "title").textContent = `${target.kind} ${nameOf(target)}`;
  part(dialog, "endpoint").textContent = target.endpoint === target.name ? "" : target.endpoint;
  part(dialog, "now").textContent = now(target);
  part(dialog, "now").dataset.state = target.state;
  for (const button of dialog.querySelectorAll("[data-span]")) {
    button.setAttribute("aria-pressed", button.dataset.span === span);
    button.onclick = () => show(target, button.dataset.span, true);
  }

  about(target, () => show(target, span, true));
  remember(target, span);
  part(dialog, "span").textContent = dialog.querySelector(`[data-span="${span}"]`).textContent;
  part(dialog, "availability").textContent = availability(timeline.availability);
  part(dialog, "bars").replaceChildren(bars(history?.bars ?? [], (day) => `${day.day}: ${availability({ ratio: day.ratio })}`));
  showCurve(dialog, history?.hours ?? [], Spans[span]);
  part(dialog, "labels").textContent = Object.entries(target.labels).map(([key, value]) => `${key}=${value}`).join(", ") || "none";
  part(dialog, "drawing").replaceChildren(draw(timeline));
  part(dialog, "probes").textContent = [`${target.probes} since the prober's start, ${target.bad} bad`, shortcomings(target)]
    .filter(Boolean).join(", ");
  part(dialog, "probers").textContent = target.probers
    ? Object.entries(target.probers).map(([name, state]) => `${name}: ${state}`).join(" · ")
    : "this one alone";
  part(dialog, "phases").textContent = target.last ? phases(target.last) : "none yet";
  part(dialog, "certificate").textContent = certificate(target.last?.certificate);
  part(dialog, "from").textContent = new Date(timeline.from).toLocaleString();
  part(dialog, "to").textContent = new Date(timeline.to).toLocaleString();
  showList(dialog, "changes", timeline.changes.slice(-20).reverse().map((change) =>
    `${new Date(change.at).toLocaleString()}: ${[change.state, change.cause].filter(Boolean).join(". ")}`));
  showList(dialog, "corrections", timeline.corrections.map((correction) =>
    `${new Date(correction.from).toLocaleString()} to ${new Date(correction.to).toLocaleString()} was ${correction.state}: ${correction.note}`));
  if (!dialog.open) {
    dialog.showModal();
  }
}
