// The public view (/status?label=team=web): groups, names, states, 90 days, availabilities, and what people wrote about incidents.
import { days } from "./drawing.js";
import { showIncident } from "./incident.js";
import { fetchWithKey, KeyNeeded } from "./key.js";
import { availability, byId, compareStates, named, part } from "./parts.js";

const Refresh = 10000;
const MaxRows = 500;
let shown = "";

function row(target) {
  const made = byId("target").content.firstElementChild.cloneNode(true);
  made.dataset.state = target.state;
  part(made, "state").textContent = target.state;
  part(made, "name").textContent = named(target);
  part(made, "days").replaceChildren(days(target.days));
  part(made, "availability").textContent = availability(target);
  return made;
}

/** @param group null for the targets of no group */
function section(group, targets) {
  const made = byId("group").content.firstElementChild.cloneNode(true);
  if (group) {
    made.dataset.state = group.state;
    part(made, "name").textContent = named(group);
    part(made, "state").textContent = `${group.state}, available in 24 h: ${availability(group)}`;
    part(made, "days").replaceChildren(days(group.days));
  } else {
    made.querySelector("h2").remove();
    part(made, "days").remove();
  }

  made.querySelector("caption").textContent = `${group?.name ?? "Services"} by state, the worst first`;
  made.querySelector("tbody").replaceChildren(...targets.map(row));
  made.querySelector("table").hidden = targets.length === 0;
  return made;
}

// What is unknown is not down, and nobody may read it so.
function sentence(targets) {
  const others = Object.entries({ down: "down", unknown: "unknown", maintenance: "in maintenance" })
    .map(([state, words]) => [targets.filter((target) => target.state === state).length, words])
    .filter(([count]) => count > 0).map(([count, words]) => `${count} ${words}`);
  return targets.length === 0 ? "No target has this label."
    : others.length > 0 ? `Of ${targets.length}: ${others.join(", ")}.`
    : "All is up.";
}

// Only what is new is said: a reader of the screen repeats it.
function say(text) {
  if (byId("health").textContent !== text) {
    byId("health").textContent = text;
  }
}

function show({ groups, targets, incidents }) {
  const order = (left, right) => compareStates(left, right) || left.name.localeCompare(right.name);
  const inOrder = targets.sort(order).slice(0, MaxRows);
  const alone = inOrder.filter((target) => target.groups.length === 0);
  byId("targets").replaceChildren(
    ...groups.sort(order).map((group) => section(group, inOrder.filter((target) => target.groups.includes(group.name)))),
    ...(alone.length > 0 ? [section(null, alone)] : []));
  byId("more").hidden = targets.length <= MaxRows;
  byId("more").textContent = `The first ${MaxRows} of ${targets.length} are shown.`;
  const [open, past] = [incidents.filter((one) => one.state !== "resolved"), incidents.filter((one) => one.state === "resolved")];
  byId("unresolved").replaceChildren(...open.map(showIncident));
  byId("open").hidden = open.length === 0;
  byId("resolved").replaceChildren(...past.map(showIncident));
  byId("past").hidden = past.length === 0;
}

async function refresh() {
  try {
    const response = await fetchWithKey(`/api/v1/status${location.search}`);
    const { time, detail, ...view } = await response.json();
    if (!response.ok) {
      throw new Error(detail);
    }

    const text = JSON.stringify(view);
    if (text !== shown) { // what is the same stays: a person may be reading it
      shown = text;
      show(view);
      document.getElementById(location.hash.slice(1))?.scrollIntoView(); // the incident that a feed names
    }

    say(sentence(view.targets));
    byId("time").textContent = `As of ${new Date(time).toLocaleString()}.`;
  } catch (error) {
    if (error instanceof KeyNeeded) {
      return;
    }

    say(error instanceof TypeError ? "The prober does not answer. These data are old." : error.message);
  }

  setTimeout(refresh, document.hidden ? 6 * Refresh : Refresh);
}

refresh();
