// The page of rules: what each is worth, why, and from where; and what the points mean.

import { byId, part, stamp, write } from "../dom.js";
import { count, percent, plural, visible } from "../format.js";
import * as presence from "../service/presence.js";
import * as service from "../service/service.js";

const state = byId("state");

async function load() {
  for (;;) {
    const { rules, refusal } = await service.rules();
    if (rules) {
      draw(rules);
      return;
    }

    state.textContent = `${refusal.title}. ${refusal.detail}${refusal.unanswered ? " Asking again." : ""}`;
    if (!refusal.unanswered) {
      return;
    }

    await presence.back();
  }
}

function draw({ engine, suspiciousFrom, maliciousFrom, calibration, rules }) {
  state.textContent = `${plural(rules.length, "rule")} of engine ${engine}.`;
  byId("thresholds").textContent = `A file is suspicious from ${count(suspiciousFrom)} points and malicious from ${count(maliciousFrom)}.`;
  byId("shares").append(...calibration.map(({ threshold, maliciousShare, ordinaryShare }) => {
    const row = stamp("share-template");
    write(row, { threshold: count(threshold), malicious: percent(maliciousShare), ordinary: percent(ordinaryShare) });
    return row;
  }));
  byId("share-table").hidden = calibration.length === 0;
  byId("calibration").hidden = false;
  fill("scoring", rules.filter(({ points }) => points > 0));
  fill("telling", rules.filter(({ points }) => points === 0));
  document.querySelector("main").setAttribute("aria-busy", false);
  follow();
}

function fill(section, rules) {
  byId(section).hidden = rules.length === 0;
  write(byId(section), { count: count(rules.length) });
  part(byId(section), "list").append(...rules.map(({ id, points, reason, reference, since, byTrigger }) => {
    const item = stamp("rule-template");
    item.id = id;
    write(item, {
      points: points === 0 ? "0" : `+${count(points)}`,
      id: visible(id),
      reason: visible(reason),
      source: `${triggers(byTrigger)}${visible(reference)}. Since engine ${since}.`,
    });
    part(item, "link").href = `#${encodeURIComponent(id)}`;
    return item;
  }));
}

/** The points by what leads to a behaviour, where that matters; triggers with equal points are told together. */
function triggers(byTrigger) {
  if (!byTrigger) {
    return "";
  }

  const names = Map.groupBy(Object.entries(byTrigger), ([, points]) => points);
  return `${[...names].map(([points, entries]) => `${entries.map(([name]) => visible(name)).join(", ")}: ${count(points)}`).join("; ")} points. `;
}

/** The rule that the address names was not there when the page came: goes to it now. */
function follow() {
  document.querySelector(".rule.asked")?.classList.remove("asked");
  const asked = byId(location.hash.slice(1));
  asked?.classList.add("asked");
  asked?.scrollIntoView({ block: "start" });
  asked?.querySelector("[tabindex]")?.focus({ preventScroll: true });
}

addEventListener("hashchange", follow);
load();
