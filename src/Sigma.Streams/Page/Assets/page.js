// Alerts as they come, and the rules. Nothing here makes HTML out of text.
import { edit } from "./edit.js";
import { open } from "./events.js";
import { fetchWithKey, KeyNeeded } from "./key.js";

const Refresh = 3000;
const MaxAlerts = 200;
const MaxRows = 300;

const byId = (id) => document.getElementById(id);
const part = (root, name) => root.querySelector(`[data-part="${name}"]`);
const made = (template) => byId(template).content.firstElementChild.cloneNode(true);

let rules = [];

function show(time, text) {
  if (text) {
    time.dateTime = text;
    time.textContent = new Date(text).toLocaleString();
  }
}

function add(alert, atTop) {
  const item = made("alert");
  item.dataset.level = alert.rule.level ?? "";
  part(item, "level").textContent = alert.rule.level ?? "–";
  part(item, "title").textContent = alert.rule.title;
  show(part(item, "time"), alert.time);
  part(item, "repeats").textContent = alert.repeats ? `and ${alert.repeats} before it` : "";
  part(item, "fields").textContent = Object.entries({ ...alert.fields, ...alert.captures })
    .map(([name, value]) => `${name}=${value}`).join(", ");
  const list = byId("alerts");
  list[atTop ? "prepend" : "append"](item);
  while (list.childElementCount > MaxAlerts) {
    list.lastElementChild.remove();
  }

  byId("none").hidden = true;
}

function note(rule) {
  return rule.cannotFire ? `cannot fire on what came: ${rule.cannotFire}`
    : rule.kind === "correlation" ? "correlation"
    : rule.alerts ? "" : "only for correlations";
}

function row(rule) {
  const line = made("rule");
  line.dataset.level = rule.level ?? "";
  part(line, "level").textContent = rule.level ?? "–";
  part(line, "title").textContent = rule.title;
  part(line, "note").textContent = note(rule);
  part(line, "matches").textContent = rule.matches.toLocaleString();
  show(part(line, "last"), rule.last);
  const button = part(line, "edit");
  button.ariaLabel = `Edit ${rule.title}`;
  button.dataset.rule = rule.id;
  button.addEventListener("click", () => edit(rule.id));
  return line;
}

function showRules() {
  const words = byId("words").value.toLowerCase().split(/\s+/).filter(Boolean);
  const found = rules.filter((rule) => (!byId("unable").checked || rule.cannotFire) && words.every((word) => rule.search.includes(word)));
  const focused = document.activeElement?.dataset.rule;
  byId("rules").replaceChildren(...found.slice(0, MaxRows).map(row));
  [...byId("rules").querySelectorAll("[data-rule]")].find((button) => button.dataset.rule === focused)?.focus();
  byId("more").hidden = found.length <= MaxRows;
  byId("more").textContent = `The first ${MaxRows} of ${found.length} are shown. Search for the others.`;
}

async function refresh() {
  try {
    const { rules: fresh, problems, refused } = await (await fetchWithKey("/v1/rules")).json();
    rules = fresh.map((rule) => ({ ...rule, search: `${rule.level} ${rule.title} ${rule.id} ${rule.file}`.toLowerCase() }))
      .sort((left, right) => right.matches - left.matches || left.title.localeCompare(right.title));
    const unable = rules.filter((rule) => rule.cannotFire).length;
    byId("counts").textContent = `${rules.length} in use, ${unable} cannot fire on what came`;
    byId("refused").hidden = !refused;
    byId("refused").textContent = refused ?? "";
    const errors = problems.filter((problem) => problem.severity === "error");
    byId("problems-section").hidden = errors.length === 0;
    byId("problems").replaceChildren(...errors.slice(0, MaxRows).map((problem) => {
      const item = document.createElement("li");
      item.textContent = `${problem.file}:${problem.line}:${problem.column}: ${problem.code}: ${problem.message}`;
      return item;
    }));
    showRules();
  } catch (error) {
    if (error instanceof KeyNeeded) {
      return;
    }

    byId("counts").textContent = "The service does not answer. These data are old.";
  }

  setTimeout(refresh, Refresh);
}

/** Shows the alerts that are there, and then those that come; gives the number of the last one. */
async function showAlerts() {
  const { alerts } = await (await fetchWithKey(`/v1/alerts?limit=${MaxAlerts}`)).json();
  byId("alerts").replaceChildren();
  alerts.forEach(({ alert }) => add(alert, false));
  return alerts[0]?.number ?? 0;
}

/** Shows what comes after the alert with that number, until the stream ends; gives the number of the last one. */
async function follow(after) {
  const stream = await open(`/v1/alerts/stream?after=${after}`);
  byId("state").textContent = "connected: alerts appear as they come";
  let last = after;
  for await (const { type, id, data } of stream) {
    if (type === "missed") {
      byId("state").textContent = `${data} alerts came too fast to be shown`;
    } else {
      add(JSON.parse(data), true);
      last = id;
    }
  }

  return last;
}

async function watch() {
  let last = null;
  for (;;) {
    try {
      last = await follow(last ?? await showAlerts());
    } catch (error) {
      if (error instanceof KeyNeeded) {
        byId("state").textContent = "not connected";
        return;
      }
    }

    byId("state").textContent = "not connected: trying again";
    await new Promise((again) => setTimeout(again, Refresh));
  }
}

byId("search").addEventListener("submit", (event) => event.preventDefault());
byId("words").addEventListener("input", showRules);
byId("unable").addEventListener("change", showRules);
refresh();
watch();
