namespace Load.Statistics;

/// <summary>A figure taken once per repeat.</summary>
/// <param name="Mean">Over the repeats.</param>
/// <param name="HalfWidth">Half the width of the mean's 95 % interval (Student's t); null with fewer than two repeats.</param>
/// <param name="Repeats">How many there were.</param>
internal sealed record Estimate(double Mean, double? HalfWidth, int Repeats)
{
    /// <returns>Null without values.</returns>
    public static Estimate? Of(IReadOnlyCollection<double> values)
    {
        if (values.Count == 0)
        {
            return null;
        }

        var mean = values.Average();
        if (values.Count == 1)
        {
            return new Estimate(mean, null, 1);
        }

        var deviation = Math.Sqrt(values.Sum(value => (value - mean) * (value - mean)) / (values.Count - 1));
        return new Estimate(mean, StudentT.Quantile975(values.Count - 1) * deviation / Math.Sqrt(values.Count), values.Count);
    }

    /// <summary>Lower end of the interval; the mean itself where there is none.</summary>
    public double Low => Mean - (HalfWidth ?? 0);

    /// <summary>Upper end of the interval; null as the lower end.</summary>
    public double High => Mean + (HalfWidth ?? 0);

    /// <summary>The same estimate in another unit.</summary>
    public Estimate Times(double factor) => new(Mean * factor, HalfWidth * factor, Repeats);

    /// <summary>The half-width as a share of the mean.</summary>
    public double? RelativeHalfWidth => HalfWidth / Math.Abs(Mean);
}
