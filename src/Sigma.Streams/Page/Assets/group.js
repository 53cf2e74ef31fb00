// Instances, their partitions, and what is unread, over all members of the group.
import { fetchWithKey, KeyNeeded } from "./key.js";

const Refresh = 3000;
const MaxMembers = 200;

const byId = (id) => document.getElementById(id);

function cell(text) {
  const made = document.createElement("td");
  made.textContent = text;
  return made;
}

function row(name, host, partitions, lag) {
  const [line, title] = [document.createElement("tr"), document.createElement("th")];
  title.scope = "row";
  title.textContent = name;
  const byTopic = Map.groupBy(partitions, (partition) => partition.topic);
  line.append(title, cell(host), cell([...byTopic].map(([topic, own]) =>
    `${topic}: ${own.map((partition) => partition.partition).join(", ")}`).join("; ") || "none"), cell(lag.toLocaleString()));
  return line;
}

const sumOf = (parts) => parts.reduce((sum, part) => sum + part.lag, 0);

async function refresh() {
  try {
    const view = await (await fetchWithKey("/v1/group")).json();
    if (!view.group) {
      return; // Kafka is not a source
    }

    byId("group-section").hidden = false;
    byId("group-name").textContent = view.failure ?? `${view.group}: ${view.state}, ${view.lag.toLocaleString()} unread`;
    const more = view.members.slice(MaxMembers);
    byId("members").replaceChildren(
      ...view.members.slice(0, MaxMembers).map((member) =>
        row(member.instance ?? member.client, member.host, member.partitions, member.lag)),
      ...(more.length === 0 ? [] : [row(`${more.length} more`, "", more.flatMap((member) => member.partitions), sumOf(more))]),
      ...(view.unassigned.length === 0 ? [] : [row("no member", "", view.unassigned, sumOf(view.unassigned))]));
  } catch (error) {
    if (error instanceof KeyNeeded) {
      return;
    }

    byId("group-name").textContent = "The service does not answer. These data are old.";
  }

  setTimeout(refresh, Refresh);
}

refresh();
