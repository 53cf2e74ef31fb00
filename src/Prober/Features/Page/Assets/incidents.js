// Incidents that people tell the public about: begun here, with one update after the other.
import { showIncident } from "./incident.js";
import { fetchWithKey } from "./key.js";
import { byId } from "./parts.js";

const box = byId("incidents");

function say(text) {
  byId("told").textContent = text;
}

async function refresh() {
  const response = await fetchWithKey("/api/v1/incidents");
  if (!response.ok) {
    return;
  }

  const incidents = await response.json();
  byId("written").replaceChildren(...incidents.map(showIncident));
  const open = incidents.filter((one) => one.state !== "resolved");
  byId("update").hidden = open.length === 0;
  byId("which").replaceChildren(...open.map((one) => new Option(one.title, one.id)));
}

async function send(form, path) {
  const response = await fetchWithKey(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(Object.fromEntries([...new FormData(form)].filter(([name]) => name !== "id"))),
  });
  if (response.ok) {
    say("It is on the status page.");
    form.reset();
    await refresh();
    return;
  }

  const problem = await response.json().catch(() => null);
  say(problem?.detail ?? `The prober refused: ${response.status}.`);
}

function onSubmit(id, pathOf) {
  byId(id).addEventListener("submit", (event) => {
    event.preventDefault();
    send(event.target, pathOf()).catch(() => say("The prober does not answer; nothing was written."));
  });
}

onSubmit("begin", () => "/api/v1/incidents");
onSubmit("update", () => `/api/v1/incidents/${byId("which").value}/updates`);
box.addEventListener("toggle", () => box.open && refresh().catch(() => say("The prober does not answer.")));
