import { fill, say, showNotices, time, watch } from "/page/overview.js";

// The page of the journal's reader, and the verdicts that link to it: they come apart.
let reader = null;
let verdicts = [];

watch("/v1/files?limit=10", ({ reports }) => {
  verdicts = reports;
  drawVerdicts();
});

watch("/v1/neighbours", ({ sigma, prober, journal, reader: address }) => {
  if (reader !== address) {
    reader = address;
    drawVerdicts();
  }

  if (shows("sigma", sigma)) {
    fill("alerts", sigma.alerts.map((alert) => [
      alert.time ? time(alert.time) : "no time", alert.level, withProof(alert.title, alert.target)]), "None.");
  }

  if (shows("prober", prober)) {
    fill("targets", prober.targets.map((target) => [
      `${target.kind} ${target.name}`, target.state, target.ratio === null ? "not known yet" : percent(target.ratio)]), "None.");
  }

  if (shows("journal", journal)) {
    const link = document.getElementById("proven");
    link.href = journal.checkpoint;
    link.textContent = journal.frames === null ? "" : `Proven up to frame ${journal.frames.toLocaleString()}: the signed checkpoint`;
  }
});

watch("/v1/backends", ({ backends, notices }) => {
  const serving = backends.filter(({ serves, isEjected }) => serves && !isEjected).length;
  say("state", backends.length === 0
    ? "No backend is configured: set Gateway:Backends."
    : `${serving} of ${backends.length} ${backends.every(({ set }) => set === "default") ? "analyzers" : "backends"} serve.`);
  fill("backends", backends.map((backend) => [backend.set, backend.address, stateOf(backend), `${backend.inFlight}`, backend.note]), "None.");
  showNotices(notices);
});

function drawVerdicts() {
  fill("verdicts", verdicts.map(({ analyzedAt, verdict, mediaType, sha256 }) => [
    time(analyzedAt), verdict, mediaType, withProof(sha256, sha256)]), "No file yet.");
}

/** A text, with a link to the proof of the record about a target; without, where nobody could show it. */
function withProof(text, target) {
  if (reader === null || target === null) {
    return text;
  }

  const cell = document.createDocumentFragment();
  const link = document.createElement("a");
  link.href = new URL(`/?${new URLSearchParams({ text: target, prove: "" })}`, reader).href;
  link.target = "journal-reader";
  link.textContent = "proof";
  link.setAttribute("aria-label", `Proof of the record about ${target}`);
  cell.append(text, " ", link);
  return cell;
}

function stateOf({ serves, isAlive, isEjected }) {
  if (isEjected) {
    return "left out for a while";
  }

  return serves ? "serves" : isAlive ? "not ready" : "does not answer";
}

/** Shows the part of a system that a setting names, with a link to its own page. */
function shows(id, system) {
  const part = document.getElementById(id);
  part.hidden = system === null;
  if (system === null) {
    return false;
  }

  part.querySelector("[data-part=address]").href = system.address;
  part.querySelector("[data-part=problem]").textContent = system.problem ?? "";
  return true;
}

function percent(ratio) {
  return ratio.toLocaleString(undefined, { style: "percent", maximumFractionDigits: 3 });
}
