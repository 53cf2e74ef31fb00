namespace Load.Reports.Html;

/// <summary>Maps values to pixels.</summary>
/// <param name="Min">Smallest value shown.</param>
/// <param name="Max">Largest value shown, above <paramref name="Min"/>.</param>
/// <param name="From">Pixel of the smallest.</param>
/// <param name="To">Pixel of the largest.</param>
/// <param name="IsLogarithmic">Equal ratios take equal room; both ends are above 0 then.</param>
internal sealed record Scale(double Min, double Max, double From, double To, bool IsLogarithmic)
{
    private const int MaxLinearTicks = 5;

    public static Scale Linear(double min, double max, double from, double to) => new(min, max > min ? max : min + 1, from, to, false);

    /// <summary>Widened a little, so that the extremes do not lie on the frame.</summary>
    public static Scale Logarithmic(IEnumerable<double> values, double from, double to)
    {
        var positive = values.Where(value => value > 0).DefaultIfEmpty(1).ToArray();
        return new(positive.Min() / 1.15, positive.Max() * 1.15, from, to, true);
    }

    public double Map(double value)
    {
        var share = IsLogarithmic
            ? Math.Log(Math.Clamp(value, Min, Max) / Min) / Math.Log(Max / Min)
            : (Math.Clamp(value, Min, Max) - Min) / (Max - Min);
        return From + share * (To - From);
    }

    /// <summary>Round values to label.</summary>
    public IEnumerable<double> Ticks() => IsLogarithmic ? LogarithmicTicks() : LinearTicks();

    private IEnumerable<double> LinearTicks()
    {
        var rough = (Max - Min) / MaxLinearTicks;
        var power = Math.Pow(10, Math.Floor(Math.Log10(rough)));
        var step = power * (rough / power) switch { <= 1 => 1, <= 2 => 2, <= 5 => 5, _ => 10 };
        for (var tick = Math.Ceiling(Min / step); tick * step <= Max; tick++)
        {
            yield return tick * step;
        }
    }

    /// <summary>1, 2 and 5 of each decade while there are few decades, then the decades alone.</summary>
    private IEnumerable<double> LogarithmicTicks()
    {
        double[] steps = Max / Min < 300 ? [1, 2, 5] : [1];
        for (var decade = Math.Floor(Math.Log10(Min)); decade <= Math.Log10(Max); decade++)
        {
            foreach (var tick in steps.Select(step => step * Math.Pow(10, decade)).Where(tick => tick >= Min && tick <= Max))
            {
                yield return tick;
            }
        }
    }
}
