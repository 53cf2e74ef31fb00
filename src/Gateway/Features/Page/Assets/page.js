import { fill, say, showNotices, time, watch } from "/page/overview.js";

watch("/v1/files?limit=10", ({ reports }) => fill("verdicts", reports.map(
  ({ analyzedAt, verdict, mediaType, sha256 }) => [time(analyzedAt), verdict, mediaType, sha256]), "No file yet."));

watch("/v1/neighbours", ({ sigma, prober, journal }) => {
  if (shows("sigma", sigma)) {
    fill("alerts", sigma.alerts.map((alert) => [alert.time ? time(alert.time) : "", alert.level, alert.title]), "None.");
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
