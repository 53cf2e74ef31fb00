namespace Load.Metrics;

/// <summary>An element of Prometheus' file_sd format.</summary>
/// <param name="Targets">Host and port of each.</param>
/// <param name="Labels">Of all their series.</param>
internal sealed record ScrapeTarget(string[] Targets, Dictionary<string, string> Labels);
