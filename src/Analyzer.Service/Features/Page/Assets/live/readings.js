// What the page reads out of a scrape. The names of the service's metrics are here and nowhere else.

import { parse } from "./exposition.js";

const DURATIONS = "analyzer_request_duration_seconds";
// Counted as refusals too. That a file is not known is an answer, which this page itself asks for before it sends; a client that
// left was refused nothing; and a store that is away is a failure, drawn as one.
const NOT_REFUSED = ["not-found", "client-gone", "store-unavailable"];
const VERDICTS = ["clean", "suspicious", "malicious", "unable"];

/** One scrape: counters and gauges as they stand, and `at` in milliseconds of the page's clock. */
export function read(text, at) {
  const samples = parse(text);

  // A series that is not there has not counted yet: histograms appear with their first request.
  const sum = (name, wanted = () => true) =>
    (samples.get(name) ?? []).filter(({ labels }) => wanted(labels)).reduce((total, { value }) => total + value, 0);
  const requests = (wanted) => sum(`${DURATIONS}_count`, wanted);
  const times = (operation) => {
    const buckets = new Map();
    for (const { labels, value } of samples.get(`${DURATIONS}_bucket`) ?? []) {
      if (labels.operation === operation) {
        const bound = labels.le === "+Inf" ? Infinity : Number(labels.le);
        buckets.set(bound, (buckets.get(bound) ?? 0) + value);
      }
    }

    return buckets;
  };

  return {
    at,
    submits: requests(({ operation }) => operation === "submit"),
    lookups: requests(({ operation }) => operation === "lookup"),
    submitTimes: times("submit"),
    lookupTimes: times("lookup"),
    refused: sum("analyzer_refusals_total", ({ reason }) => !NOT_REFUSED.includes(reason)),
    failed: requests(({ outcome }) => outcome === "failed"),
    received: sum("analyzer_received_bytes_total"),
    inFlight: sum("analyzer_uploads_in_flight"),
    cpuSeconds: sum("process_cpu_seconds_total"),
    memory: sum("process_working_set_bytes"),
    poolThreads: sum("dotnet_threadpool_threads"),
    poolQueue: sum("dotnet_threadpool_queue_length"),
    newFiles: sum("analyzer_files_total", ({ known }) => known === "false"),
    verdicts: new Map(VERDICTS.map((verdict) => [verdict, sum("analyzer_files_total", (labels) => labels.verdict === verdict)])),
  };
}
