// Prometheus' text format 0.0.4, as far as a scrape of this service has it
// (prometheus.io/docs/instrumenting/exposition_formats).

const sampleLine = /^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})?\s+(\S+)(?:\s+-?\d+)?\s*$/;
const labelPair = /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\]|\\.)*)"/g;
const escapes = { n: "\n" };

/** Samples by name: `Map` of name to a list of `{ labels, value }`. Lines that are not samples are skipped. */
export function parse(text) {
  const samples = new Map();
  for (const line of text.split("\n")) {
    const [, name, labels, value] = sampleLine.exec(line) ?? [];
    if (name) {
      if (!samples.has(name)) {
        samples.set(name, []);
      }

      samples.get(name).push({ labels: labels ? readLabels(labels) : {}, value: readNumber(value) });
    }
  }

  return samples;
}

/**
 * The value below which a share `q` of the observations lies, taken as evenly spread within a bucket (as PromQL's
 * histogram_quantile does); null when there are none.
 * @param buckets `Map` of upper bound to cumulative count.
 */
export function quantile(q, buckets) {
  const bounds = [...buckets.keys()].sort((a, b) => a - b);
  const total = buckets.get(Infinity) ?? 0;
  if (!(total > 0)) {
    return null;
  }

  const rank = q * total;
  let [lower, below] = [0, 0];
  for (const bound of bounds) {
    const upTo = buckets.get(bound);
    if (upTo >= rank) {
      // Of what lies beyond the last bound only that is known.
      return bound === Infinity ? lower : lower + (bound - lower) * ((rank - below) / (upTo - below || 1));
    }

    [lower, below] = [bound, upTo];
  }

  return lower;
}

function readLabels(text) {
  const labels = Object.create(null);
  for (const [, name, value] of text.matchAll(labelPair)) {
    labels[name] = value.replace(/\\(.)/g, (_, character) => escapes[character] ?? character);
  }

  return labels;
}

const readNumber = (text) => ({ "+Inf": Infinity, "-Inf": -Infinity })[text] ?? Number(text);
