namespace Load.Measuring;

/// <summary>
/// What other tools call what the lab has, too: options and keys of k6, NBomber, Gatling, Locust, Artillery, vegeta, hey, wrk, h2load and
/// ghz, an address, a script. Whoever types one is told the lab's own.
/// </summary>
internal static class OtherWords
{
    private static readonly (string Own, string[] Others)[] Hints =
    [
        ("callers at once are 'instances'",
            [
                "vus", "u", "users", "c", "concurrency", "connections", "clients", "virtualusers", "arrivalcount", "maxvusers", "copies",
                "max-vus", "maxvus", "pre-allocated-vus", "max-connections", "parallel",
            ]),
        ("the length of a row is 'seconds'", ["duration", "d", "z", "run-time", "hold-for", "during", "time-limit"]),
        ("requests due each second are 'rate'", ["rps", "q", "qps", "r", "rate", "arrivalrate", "throughput", "arrival-rate", "startrate"]),
        ("a row is as long as its 'seconds', and has no number of requests", ["n", "requests", "iterations", "total", "loop"]),
        ("a row has one load; callers that come one after the other are those of 'run custom --ramp'",
            [
                "stages", "stage", "s", "ramp-up", "rampto", "phases", "load", "loadsimulationssettings", "executor", "startvus",
                "spawn-rate", "ramping-vus",
            ]),
        ("requests are kinds ('file') and sizes ('size') of the lab's own, to a service of this repository ('run custom --target URL')",
            [
                "m", "method", "h", "header", "headers", "data", "body", "url", "host", "targets", "proto", "call", "flow", "requests-file",
                "f", "form", "body-file", "data-binary", "upload-file", "urls-from-file", "metadata", "name",
            ]),
        ("a running service is named by the option --target URL, and its key by --key",
            ["target", "key", "baseurl", "base-url", "address", "endpoint", "apikey", "api-key", "token"]),
        ("a mix of requests is a scenario, a page of YAML: 'run --file mail-gateway.yaml'", ["config", "script", "scenario", "lua"]),
        ("protocols are values of 'transport', such as rest-h2-tls or grpc-h3", ["http1.1", "http2", "http3", "h2", "h2c", "plaintext"]),
        ("connections are kept; what a first one costs is a row of 'run transports'",
            ["disable-keepalive", "keepalive", "no-connection-reuse", "connections-reuse", "no-reuse", "noreuse"]),
        ("the certificate of --target has to be one that this machine trusts; SSL_CERT_FILE names further authorities",
            ["insecure", "k", "insecure-skip-tls-verify", "skip-verify", "cacert", "root-certs", "cert", "tls-cert"]),
        ("percentiles are measured in every row, and each row warms up by itself",
            [
                "latency", "latencies", "percentiles", "warmup", "warm-up", "warmupduration", "summary-trend-stats",
                "warm-up-time", "latency-correction", "histogram", "hist", "plot",
            ]),
        ("results are files in the folder of --out: summary.json, report.html and samples/*.csv",
            ["output", "o", "format", "json", "csv", "summary-export", "report", "reportformats"]),
        ("the lab has as many threads as it needs, and --cpus gives it processors",
            ["threads", "w", "workers", "max-workers", "cpus"]),
        ("the time-out of a request is the suite's", ["timeout", "connect-timeout", "max-time", "request-timeout"]),
        ("a caller's rest before each request is 'think'", ["think-time", "thinktime", "delay", "sleep", "pause", "pacing"]),
        ("a caller has one request under way at a time", ["pipelining", "p", "async", "lazy"]),
        ("a run prints a line for each iteration, and 'list SUITE' shows what it would measure",
            ["quiet", "verbose", "v", "debug", "no-tui", "dry-run", "progress"]),
        ("a bound is '--require', or a line of 'thresholds'",
            [
                "threshold", "thresholds", "criteria", "assertions", "ensure", "gate", "failurecriteria", "check-fail-ratio",
                "check-avg-response-time", "check-rps",
            ]),
    ];

    private static readonly string[] Scripts = [".js", ".ts", ".lua", ".py", ".scala", ".jmx", ".yaml", ".yml"];

    /// <param name="word">An option, with or without its dashes, or a key.</param>
    /// <returns>Null for a word that no tool has.</returns>
    public static string? HintTo(string word)
    {
        if (word.Contains("://", StringComparison.Ordinal))
        {
            return "a running service is named by 'run custom --target URL'";
        }

        if (Scripts.Any(end => word.EndsWith(end, StringComparison.OrdinalIgnoreCase)))
        {
            return HintTo("script");
        }

        var plain = word.TrimStart('-').Split('=')[0].ToLowerInvariant();
        plain = word is ['-', not '-', >= '0' and <= '9', ..] ? plain[..1] : plain; // -c50
        return Hints.FirstOrDefault(hint => hint.Others.Contains(plain)).Own;
    }
}
