// What a person does about a target: acknowledges, silences, notes, corrects.
import { fetchWithKey } from "./key.js";
import { byId } from "./parts.js";

let target = null;
let after = () => {};

function say(text) {
  byId("acted").textContent = text;
}

const bodies = {
  acknowledge: (data) => ({ note: data.get("note") }),
  silence: (data) => ({ for: data.get("for"), note: data.get("note") }),
  corrections: (data) => ({
    from: new Date(data.get("from")).toISOString(), to: new Date(data.get("to")).toISOString(), state: data.get("state"),
        note: data.get("note"),
  }),
};

const done = {
  acknowledge: "Acknowledged.",
  silence: "The silence is set.",
  corrections: "The correction is kept.",
};

async function act(form) {
  const action = form.dataset.action;
  const query = new URLSearchParams({ kind: target.kind, name: target.name });
  const response = await fetchWithKey(`/api/v1/${action}?${query}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(bodies[action](new FormData(form))),
  });
  if (response.ok) {
    say(done[action]);
    form.reset();
    after();
    return;
  }

  const problem = await response.json().catch(() => null);
  say(problem?.detail ?? `The prober refused: ${response.status}.`);
}

for (const form of document.querySelectorAll("form[data-action]")) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    act(form).catch(() => say("The prober does not answer; nothing was done."));
  });
}

/** The forms are about this target from now on. */
export function about(chosen, refresh) {
  if (chosen.kind !== target?.kind || chosen.name !== target?.name) {
    say(""); // what was said is about another
  }

  [target, after] = [chosen, refresh];
}
