// Small pictures, drawn with SVG.
const Svg = "http://www.w3.org/2000/svg";

export function element(name, attributes, text) {
  const made = document.createElementNS(Svg, name);
  for (const [key, value] of Object.entries(attributes)) {
    made.setAttribute(key, value);
  }

  if (text) {
    const title = document.createElementNS(Svg, "title");
    title.textContent = text;
    made.append(title);
  }

  return made;
}

/** A bar for each day; the words say the same to a person who does not see the bars. */
export function bars(days, words) {
  const drawing = element("svg", { viewBox: `0 0 ${days.length * 10} 40`, preserveAspectRatio: "none", role: "img", class: "bars" });
  days.forEach((day, index) => {
    drawing.append(element("rect", { x: index * 10 + 1, width: 8, height: 40, class: `part ${day.state}` }, words(day)));
  });
  const bad = days.filter((day) => day.state === "down");
  drawing.setAttribute("aria-label", bad.length === 0
    ? `${days.length} days, none with an outage`
    : `${days.length} days, ${bad.length} with an outage: ${bad.map(words).join("; ")}`);
  return drawing;
}

/** Mean and largest duration over time. */
export function curve(hours, start, end) {
  const [width, height] = [1000, 160];
  const top = Math.max(1, ...hours.map((hour) => hour.max));
  const at = ({ at: time }) => ((Date.parse(time) + 1800000 - start) / (end - start)) * width;
  const drawing = element("svg", { viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: "none", role: "img", class: "curve" });
  for (const name of ["max", "mean"]) {
    const points = hours.map((hour) => `${at(hour).toFixed(1)},${(height - (hour[name] / top) * (height - 8)).toFixed(1)}`).join(" ");
    drawing.append(element("polyline", { points, class: name }));
  }

  const last = hours.at(-1);
  drawing.setAttribute("aria-label",
    `Response time: at most ${top.toFixed(1)} ms; `
      + `in the last hour ${last.mean.toFixed(1)} ms on average, ${last.max.toFixed(1)} ms at most`);
  return { drawing, top };
}

const DayNames = { u: "up", d: "down", m: "maintenance", "?": "unknown" };

/** A strip of days, a letter each, the oldest first. */
export function days(letters) {
  const drawing = element("svg", { viewBox: `0 0 ${letters.length * 10} 40`, preserveAspectRatio: "none", role: "img", class: "bars" });
  for (const [letter, name] of Object.entries(DayNames)) {
    const path = [...letters].map((one, index) => one === letter ? `M${index * 10 + 1} 0h8v40h-8z` : "").join("");
    if (path) {
      drawing.append(element("path", { d: path, class: `part ${name}` }));
    }
  }

  const bad = [...letters].filter((one) => one === "d").length;
  const known = [...letters].filter((one) => one !== "?").length;
  drawing.setAttribute("aria-label", `${letters.length} days, ${known} of them known, ${bad} with an outage`);
  return drawing;
}
