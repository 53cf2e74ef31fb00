// The public view: names, states and availabilities of the targets with one label (/status?label=team=web).
import { fetchWithKey, KeyNeeded } from "./key.js";
import { availability, byId, compareStates, part } from "./parts.js";

const Refresh = 10000;
const MaxRows = 500;

function row(target) {
  const made = byId("target").content.firstElementChild.cloneNode(true);
  made.dataset.state = target.state;
  part(made, "state").textContent = target.state;
  part(made, "name").textContent = target.name;
  part(made, "availability").textContent = availability(target);
  return made;
}

function sentence(targets) {
  const planned = targets.filter((target) => target.state === "maintenance").length;
  const bad = targets.filter((target) => target.state !== "up").length - planned;
  return targets.length === 0 ? "No target has this label."
    : bad > 0 ? `${bad} of ${targets.length} are not up.`
    : planned > 0 ? `Everything is up, except ${planned} in maintenance.`
    : "All is up.";
}

// Only what is new is said: a reader of the screen repeats it.
function say(text) {
  if (byId("health").textContent !== text) {
    byId("health").textContent = text;
  }
}

async function refresh() {
  try {
    const response = await fetchWithKey(`/api/v1/status${location.search}`);
    const { time, targets, detail } = await response.json();
    if (!response.ok) {
      throw new Error(detail);
    }

    const inOrder = targets.sort((left, right) => compareStates(left, right) || left.name.localeCompare(right.name));
    byId("targets").replaceChildren(...inOrder.slice(0, MaxRows).map(row));
    byId("more").hidden = inOrder.length <= MaxRows;
    byId("more").textContent = `The first ${MaxRows} of ${inOrder.length} are shown.`;
    say(sentence(targets));
    byId("time").textContent = `As of ${new Date(time).toLocaleString()}`;
  } catch (error) {
    if (error instanceof KeyNeeded) {
      return;
    }

    say(error instanceof TypeError ? "The prober does not answer. These data are old." : error.message);
  }

  setTimeout(refresh, Refresh);
}

refresh();
