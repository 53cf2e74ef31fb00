namespace Load.Statistics;

/// <param name="Quantile">0 to 1.</param>
/// <param name="Value">The sample's value.</param>
/// <param name="Low">Lower end of the 95 % interval; null when there are too few samples to say.</param>
/// <param name="High">Upper end of the interval; null as the lower end.</param>
internal sealed record Percentile(double Quantile, TimeSpan Value, TimeSpan? Low, TimeSpan? High);
