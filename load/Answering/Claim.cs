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

    /// <summary>Whether a difference may be spoken of, all claims of the run taken together.</summary>
    public bool IsShown { get; init; }

    public double Value => Math.Exp(Mean.Mean);

    public double Low => Math.Exp(Mean.Low);

    public double High => Math.Exp(Mean.High);

    /// <summary>How likely repeats that differ so much, or more, are if there is no difference.</summary>
    public double Probability
    {
        get
        {
            var degrees = Logarithms.Count - 1;
            var mean = Mean;
            var error = mean.HalfWidth!.Value / StudentT.Quantile975(degrees);
            return error > 0 ? StudentT.TwoSidedTail(mean.Mean / error, degrees) : mean.Mean == 0 ? 1 : 0;
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
