using Load.Results.Summary;
using Load.Statistics;

namespace Load.Answering;

/// <summary>How many times one figure is another, from pairs of repeats that were measured side by side.</summary>
/// <param name="Figure">What is compared.</param>
/// <param name="Rows">What the two rows have in common, or how many pairs of rows there are.</param>
/// <param name="Variant">What sets the one apart.</param>
/// <param name="Of">What sets the other apart.</param>
/// <param name="Logarithms">Of the ratios, repeat by repeat; at least two.</param>
internal sealed record Claim(AnsweredFigure Figure, string Rows, string Variant, string Of, IReadOnlyList<double> Logarithms)
{
    /// <summary>Not a field: <c>with</c> other logarithms would keep it.</summary>
    private Estimate Mean => Estimate.Of(Logarithms)!;

    /// <summary>Whether a difference may be spoken of, all claims of its kind taken together.</summary>
    public bool IsShown { get; init; }

    public double Value => Math.Exp(Mean.Mean);

    /// <summary>Logarithm of the ratio up to which figures known in steps may be equal; 0 for a continuum.</summary>
    public double Grain { get; init; }

    public double Low => Math.Exp(Mean.Low - Grain);

    public double High => Math.Exp(Mean.High + Grain);

    /// <summary>How likely repeats that differ so much, or more, are if there is no difference beyond the grain.</summary>
    public double Probability
    {
        get
        {
            var degrees = Logarithms.Count - 1;
            var mean = Mean;
            var error = mean.HalfWidth!.Value / StudentT.Quantile975(degrees);
            var beyond = Math.Max(0, Math.Abs(mean.Mean) - Grain);
            return error > 0 ? StudentT.TwoSidedTail(beyond / error, degrees) : beyond == 0 ? 1 : 0;
        }
    }

    /// <summary>Such as <c>0.80 (0.75…0.86)</c>.</summary>
    public string Times => Format.Interval(Value, Low, High);

    /// <summary>Such as <c>0.97…1.04</c>.</summary>
    public string Interval => Format.Interval(Low, High);

    public SummaryClaim Summary => new(Figure.Name, Rows, Variant, Of, Value, Low, High, IsShown);

    /// <summary>Decides together which claims show a difference, so that few of many do by chance.</summary>
    public static IReadOnlyList<Claim> Judge(IReadOnlyList<Claim> claims)
    {
        var threshold = FalseDiscoveries.Threshold(claims.Select(claim => claim.Probability), 0.05);
        return [.. claims.Select(claim => claim with { IsShown = claim.Probability <= threshold })];
    }
}
