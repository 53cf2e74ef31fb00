// Rules are edited, tried and removed here. Nothing here makes HTML out of text.
import { fetchWithKey, KeyNeeded } from "./key.js";

const Template = `title: 
id: ID
status: test
level: medium
logsource:
  product: windows
  category: process_creation
detection:
  selection:
    CommandLine|contains: ' '
  condition: selection
`;

const byId = (id) => document.getElementById(id);

let opener = null;
let isBusy = false;

/** Opens a rule by its id, or a new one. */
export async function edit(id) {
  opener = document.activeElement;
  say("");
  byId("tried").replaceChildren();
  const rule = id ? await ask(`/v1/rules/${encodeURIComponent(id)}`) : { text: Template.replace("ID", crypto.randomUUID?.() ?? "") };
  if (!rule) {
    return;
  }

  byId("editor-title").textContent = id ? rule.title : "A new rule";
  byId("editor").hidden = false;
  byId("text").value = rule.text ?? "";
  byId("text").disabled = byId("save").disabled = byId("remove").disabled = rule.text === undefined;
  byId("remove").hidden = !id;
  byId("remove").dataset.id = id ?? "";
  if (rule.text === undefined) {
    say(`${rule.file} has other rules too. Edit it there.`);
  }

  byId("text").focus();
}

function close() {
  byId("editor").hidden = true;
  opener?.focus();
}

function say(text) {
  byId("said").textContent = text;
}

/** One thing after the other: a second click on Save would be refused because of what the first one wrote. */
async function alone(action) {
  if (isBusy) {
    return;
  }

  isBusy = true;
  say("…");
  try {
    await action();
  } finally {
    isBusy = false;
  }
}

/** The answer as JSON; undefined, and a sentence on the page, when there is none. */
async function ask(path, options) {
  try {
    const response = await fetchWithKey(path, options);
    const answer = response.status === 204 ? {} : await response.json();
    if (response.ok) {
      return answer;
    }

    byId("editor").hidden = false;
    say(answer.detail ?? answer.title ?? response.statusText);
  } catch (error) {
    say(error instanceof KeyNeeded ? "This needs a key." : "The service does not answer.");
  }

  return undefined;
}

async function save() {
  const id = /^id:\s*["']?([0-9a-fA-F-]{36})/m.exec(byId("text").value)?.[1];
  if (!id) {
    say("The rule has no id. Add one: a UUID.");
    return;
  }

  // The rule that is open is replaced, and no other one: neither by an id that was changed, nor by one that was copied.
  const open = byId("remove").dataset.id;
  const headers = { "Content-Type": "application/yaml", ...(open ? {} : { "If-None-Match": "*" }) };
  const answer = await ask(`/v1/rules/${open || id}`, { method: "PUT", headers, body: byId("text").value });
  if (answer) {
    say(answer.isNew ? "The rule was added, and is in use." : "The rule was replaced, and is in use.");
    byId("remove").hidden = false;
    byId("remove").dataset.id = id;
  }
}

async function remove() {
  const answer = await ask(`/v1/rules/${byId("remove").dataset.id}`, { method: "DELETE" });
  if (answer) {
    close();
  }
}

async function tryIt() {
  const answer = await ask("/v1/rules/try", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ rule: byId("text").value, events: byId("samples").value, explain: true }),
  });
  if (!answer) {
    return;
  }

  const firing = answer.events.filter((event) => event.fires.length > 0).length;
  say(`${answer.events.length} events tried; ${firing} fire.`);
  byId("tried").replaceChildren(
    ...answer.problems.map((problem) => line(`${problem.line}:${problem.column}: ${problem.severity}: ${problem.message}`)),
    ...answer.events.map((event, index) => eventLine(event, index)),
    ...answer.correlations.map((fired) => line(`${fired.title} fires (${fields(fired)})`)));
}

function line(text) {
  const item = document.createElement("li");
  item.textContent = text;
  return item;
}

function eventLine(event, index) {
  const item = line(`Event ${index}: ${event.problem
    ?? (event.fires.map((fired) => `${fired.title} fires (${fields(fired)})`).join(", ") || "no rule fires")}`);
  if (event.explained.length > 0) {
    const [details, summary, why] = ["details", "summary", "pre"].map((name) => document.createElement(name));
    summary.textContent = `Why, event ${index}`;
    why.textContent = event.explained.join("\n");
    why.tabIndex = 0;
    details.append(summary, why);
    item.append(details);
  }

  return item;
}

function fields(fired) {
  return Object.entries(fired.fields).map(([name, value]) => `${name}=${value}`).join(", ");
}

byId("new").addEventListener("click", () => edit(null));
byId("close").addEventListener("click", close);
byId("try").addEventListener("click", () => alone(tryIt));
byId("remove").addEventListener("click", () => alone(remove));
byId("edit").addEventListener("submit", (event) => {
  event.preventDefault();
  alone(save);
});
byId("editor").addEventListener("keydown", (event) => {
  if (event.key === "Escape") {
    close();
  }
});
