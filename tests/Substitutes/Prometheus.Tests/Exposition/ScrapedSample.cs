namespace Prometheus.Tests.Exposition;

/// <summary>One line of samples, read back.</summary>
internal sealed record ScrapedSample(string Name, IReadOnlyDictionary<string, string> Labels, double Value, ScrapedExemplar? Exemplar);
