namespace Load.Measuring;

/// <summary>
/// What other tools call what the lab has, too: options and keys of k6, NBomber, Gatling, Locust, Artillery, vegeta, hey, wrk, h2load and
/// ghz. Whoever types one is told the lab's own.
/// </summary>
internal static class OtherWords
{
    private static readonly (string Own, string[] Others)[] Hints =
    [
        ("callers at once are 'instances'",
            ["vus", "u", "users", "c", "concurrency", "connections", "clients", "virtualusers", "arrivalcount", "maxvusers", "copies"]),
        ("the length of a row is 'seconds'", ["duration", "d", "z", "run-time", "hold-for", "during", "time-limit"]),
        ("requests due each second are 'rate'", ["rps", "q", "qps", "r", "rate", "arrivalrate", "throughput", "arrival-rate", "startrate"]),
        ("a row is as long as its 'seconds', and has no number of requests", ["n", "requests", "iterations", "total", "loop"]),
        ("a row has one load; callers that come one after the other are those of 'run custom --ramp'",
            [
                "stages", "stage", "s", "ramp-up", "rampto", "phases", "load", "loadsimulationssettings", "executor", "startvus",
                "spawn-rate", "ramping-vus",
            ]),
        ("requests are kinds ('file') and sizes ('size') of the lab's own, to a service of this repository ('run custom --target URL')",
            ["m", "method", "h", "header", "headers", "data", "body", "url", "host", "targets", "proto", "call", "flow", "requests-file"]),
        ("a bound is '--require', or a line of 'thresholds'", ["threshold", "criteria", "assertions", "ensure", "gate"]),
    ];

    /// <param name="word">An option, with or without its dashes, or a key.</param>
    /// <returns>Null for a word that no tool has.</returns>
    public static string? HintTo(string word)
    {
        var plain = word.TrimStart('-').Split('=')[0].ToLowerInvariant();
        plain = word is ['-', not '-', >= '0' and <= '9', ..] ? plain[..1] : plain; // -c50
        return Hints.FirstOrDefault(hint => hint.Others.Contains(plain)).Own;
    }
}
