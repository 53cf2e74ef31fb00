// What people wrote about an incident: text, never markup.
import { byId, part } from "./parts.js";

/** The newest update comes first. */
export function showIncident(incident) {
  const made = byId("incident").content.firstElementChild.cloneNode(true);
  made.id = `incident-${incident.id}`;
  made.dataset.incident = incident.state;
  part(made, "title").textContent = incident.title;
  part(made, "updates").replaceChildren(...incident.updates.toReversed().map((update) => {
    const item = document.createElement("li");
    const [head, text] = [document.createElement("strong"), document.createElement("p")];
    head.textContent = `${update.state}, ${new Date(update.at).toLocaleString()}`;
    text.textContent = update.text;
    item.append(head, text);
    return item;
  }));
  return made;
}
