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

const HourLength = 3600000;

/** A line through the hours; where some are missing it is broken, and an hour alone is a dot. */
function line(hours, name, at, height) {
  return hours.map((hour, index) => {
    const follows = index > 0 && Date.parse(hour.at) - Date.parse(hours[index - 1].at) <= HourLength;
    const place = `${at(hour).toFixed(1)} ${height(hour[name]).toFixed(1)}`;
    return follows ? `L${place}` : `M${place}h0.1`;
  }).join("");
}

/** Mean and largest duration over time. A few probes that took long must not press the others flat: the top is that of 9 hours in 10. */
export function curve(hours, start, end) {
  const [width, height] = [1000, 160];
  const sorted = hours.map((hour) => hour.max).sort((one, other) => one - other);
  const longest = sorted.at(-1);
  const top = Math.max(1, sorted[Math.ceil(sorted.length * 0.9) - 1], ...hours.map((hour) => hour.mean));
  const at = ({ at: time }) => ((Date.parse(time) + HourLength / 2 - start) / (end - start)) * width;
  const drawing = element("svg", { viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: "none", role: "img", class: "curve" });
  for (const name of ["max", "mean"]) {
    const d = line(hours, name, at, (took) => height - (Math.min(took, 2 * top) / top) * (height - 8));
    drawing.append(element("path", { d, class: name }));
  }

  const last = hours.at(-1);
  drawing.setAttribute("aria-label",
    `Response time: at most ${longest.toFixed(1)} ms; `
      + `in the last hour ${last.mean.toFixed(1)} ms on average, ${last.max.toFixed(1)} ms at most`);
  return { drawing, top, longest };
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
