namespace Prometheus;

/// <summary>One label of a time series.</summary>
internal readonly record struct Label(string Name, string Value);
