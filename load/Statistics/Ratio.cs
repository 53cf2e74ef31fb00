namespace Load.Statistics;

/// <summary>How many times as large one figure is as another.</summary>
/// <param name="Value">The estimate.</param>
/// <param name="Low">Lower end of its 95 % interval; null with a single pair.</param>
/// <param name="High">Upper end of the interval; null as the lower end.</param>
internal sealed record Ratio(double Value, double? Low, double? High)
{
    /// <summary>Whether the interval leaves 1 out: only then is there a difference to speak of.</summary>
    public bool IsDifference => Low > 1 || High < 1;

    /// <summary>
    /// The ratio of figures taken in pairs, side by side in time: the mean of the logarithms of their ratios, so that twice and half are
    /// equally far from 1, and what disturbs both of a pair disturbs their ratio little.
    /// </summary>
    /// <returns>Null when there is no pair, or a figure is not above 0.</returns>
    public static Ratio? OfPairs(IReadOnlyList<double> baseline, IReadOnlyList<double> other)
    {
        var pairs = baseline.Zip(other).ToArray();
        return pairs.Any(pair => pair.First <= 0 || pair.Second <= 0)
            ? null
            : OfLogarithms([.. pairs.Select(pair => Math.Log(pair.Second / pair.First))]);
    }

    /// <summary>The ratio whose natural logarithms these are.</summary>
    /// <returns>Null without any.</returns>
    public static Ratio? OfLogarithms(IReadOnlyCollection<double> logarithms) =>
        Estimate.Of(logarithms) is { } log
            ? new Ratio(Math.Exp(log.Mean), Exp(log.Mean - log.HalfWidth), Exp(log.Mean + log.HalfWidth))
            : null;

    /// <summary>The ratio with its interval.</summary>
    public override string ToString() => this is { Low: { } low, High: { } high }
        ? $"{Format.Digits(Value)}× ({Format.Digits(low)}…{Format.Digits(high)})"
        : $"{Format.Digits(Value)}×";

    private static double? Exp(double? value) => value is { } v ? Math.Exp(v) : null;
}
