// The targets, the worst first. The prober searches and sorts: the page holds no more than it shows.
import { fetchWithKey, KeyNeeded } from "./key.js";
import { byId } from "./parts.js";
import { Rows } from "./rows.js";
import { named, show as showTimeline } from "./timeline.js";

const Refresh = 2000;
const MaxRows = 200;
const headings = [...document.querySelectorAll("[data-sort]")];
const rows = new Rows(byId("targets"), byId("target"), showTimeline);

let sort = "worst";
let asking = new AbortController();
let timer = 0;

function showStates({ up, down, unknown, maintenance }) {
  const planned = maintenance > 0 ? ` · ${maintenance} in maintenance` : "";
  byId("states").textContent = `${down} down · ${unknown} unknown · ${up} up${planned}`;
  document.title = down > 0 ? `${down} down – Prober` : "Prober";
}

/** Who decides together with this prober. */
function quorum(one) {
  if (!one) {
    return [];
  }

  const silent = one.probers.filter((prober) => !prober.answers).map((prober) => prober.name);
  return [`${one.prober}: ${one.answering} of ${one.probers.length} probers answer, ${one.needed} are needed`
    + `${silent.length > 0 ? `; silent: ${silent.join(", ")}` : ""}; ${one.tells ? "this one sends" : "another one sends"} the messages`];
}

function showHealth(prober) {
  byId("health").textContent = [
    `${prober.probes} probes`,
    `${prober.late} late`,
    `${prober.missed} missed`,
    `${prober.strained} strained`,
    `${prober.refused} refused`,
    `${prober.pauses} pauses`,
    `own lag ${prober.lagMilliseconds.toFixed(0)} ms`,
    ...quorum(prober.quorum),
  ].join(" · ");
  say(prober.notKept ? `The history cannot be stored: ${prober.notKept}` : "");
}

// Only what is new is said: a reader of the screen repeats it.
function say(text) {
  if (byId("away").textContent !== text) {
    byId("away").textContent = text;
  }
}

function showOrder() {
  for (const heading of headings) {
    const isIt = heading.dataset.sort === sort.replace("-", "");
    heading.closest("th").ariaSort = !isIt ? "none" : sort.startsWith("-") ? "descending" : "ascending";
  }
}

async function ask(signal) {
  const query = new URLSearchParams({ search: byId("words").value.trim(), sort, limit: MaxRows });
  const response = await fetchWithKey(`/api/v1/targets?${query}`, { signal });
  if (!response.ok) {
    throw new Error(response.statusText);
  }

  const { prober, states, found, targets } = await response.json();
  showStates(states);
  showHealth(prober);
  rows.show(targets);
  byId("count").textContent = `${found} of ${states.up + states.down + states.unknown + states.maintenance} targets`;
  byId("more").hidden = found <= MaxRows;
  byId("more").textContent = `The first ${MaxRows} are shown. Search for the others.`;
}

/** Asks now, and then again and again; what is under way is outdated. */
async function refresh() {
  asking.abort();
  clearTimeout(timer);
  const mine = asking = new AbortController();
  const start = performance.now();
  try {
    await ask(mine.signal);
  } catch (error) {
    if (mine.signal.aborted || error instanceof KeyNeeded) {
      return;
    }

    say("The prober does not answer. These data are old.");
  }

  // An answer that takes long is asked for less often: the prober has other work.
  timer = setTimeout(refresh, document.hidden ? 30 * Refresh : Math.max(Refresh, 10 * (performance.now() - start)));
}

/** The target that the address names. */
async function openNamed() {
  const wanted = named();
  if (!wanted) {
    return;
  }

  try {
    const response = await fetchWithKey(`/api/v1/targets?${new URLSearchParams({ search: wanted.name, limit: MaxRows })}`);
    const { targets } = await response.json();
    const target = targets?.find((one) => one.kind === wanted.kind && one.name === wanted.name);
    if (target) {
      await showTimeline(target, wanted.span);
    }
  } catch {
    // The list says by itself when the prober is away or needs a key.
  }
}

for (const heading of headings) {
  heading.addEventListener("click", () => {
    sort = sort === heading.dataset.sort ? `-${sort}` : heading.dataset.sort;
    showOrder();
    refresh();
  });
}

byId("search").addEventListener("submit", (event) => event.preventDefault());
byId("words").addEventListener("input", refresh);
byId("close").addEventListener("click", () => byId("details").close());
document.addEventListener("visibilitychange", () => document.hidden || refresh());
showOrder();
await openNamed();
refresh();
