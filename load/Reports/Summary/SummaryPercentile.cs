namespace Load.Reports.Summary;

/// <param name="Quantile">0 to 1.</param>
/// <param name="Value">Milliseconds.</param>
/// <param name="Low">Lower end of the 95 % interval; null when there are too few samples to say.</param>
/// <param name="High">Upper end, likewise.</param>
/// <param name="SamplesAbove">What it rests on.</param>
internal sealed record SummaryPercentile(double Quantile, double Value, double? Low, double? High, int SamplesAbove);
