namespace Prometheus.Tests.Exposition;

/// <summary>What stands behind the <c>#</c> of a sample.</summary>
internal sealed record ScrapedExemplar(IReadOnlyDictionary<string, string> Labels, double Value, double UnixSeconds);
