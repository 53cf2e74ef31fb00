using Load.Measuring;
using Load.Statistics;
using Load.Systems.Analyzer.Operations;
using Load.Systems.Analyzer.Service;

namespace Load.Systems.Analyzer.Published;

/// <summary>The effect of a raised ThreadPool minimum on the mean latency over one transport, beside the first system's finding.</summary>
/// <param name="Transport">The transport of all rows it rests on.</param>
/// <param name="Handler">Whether requests block, where the suite has both; otherwise empty.</param>
/// <param name="Minimum">The raised minimum.</param>
/// <param name="AtPublished">Under the load of the published figures: mean latency, how many times that with the default minimum.</param>
/// <param name="Overall">
/// Over all loads that were measured with both minimums: the geometric mean of each repeat, and its spread over the repeats.
/// </param>
/// <param name="Loads">How many those were.</param>
/// <param name="Repeats">How often each.</param>
internal sealed record MinimumFinding(
    string Transport, string Handler, string Minimum, Ratio? AtPublished, Ratio? Overall, int Loads, int Repeats)
{
    private const string HandlerDimension = "handler";

    /// <summary>Rows whose minimum was not varied are left out, and void ones.</summary>
    public static IEnumerable<MinimumFinding> Of(IReadOnlyList<CaseResult> rows) =>
        from row in rows
        let minimum = MinimumOf(row)
        where minimum is not null and not PublishedFigure.DefaultMinimum
        let standard = rows.FirstOrDefault(other =>
            MinimumOf(other) == PublishedFigure.DefaultMinimum && SubjectOf(other) == SubjectOf(row))
        where standard is { IsValid: true } && row.IsValid
        group (Raised: row, Standard: standard)
            by (Transport: row.Case[AnalyzerDimensions.Transport]!, Handler: row.Case[HandlerDimension] ?? "", minimum) into pairs
        select Of(pairs.Key.Transport, pairs.Key.Handler, pairs.Key.minimum, [.. pairs]);

    /// <summary>The published ratio under the same load; null when it is not published.</summary>
    public (double Low, double High)? Published =>
        Figure(Minimum)?.Mean is { } raised && Figure(PublishedFigure.DefaultMinimum)?.Mean is { } standard
            ? (raised.Low / standard.High, raised.High / standard.Low) : null;

    /// <summary>Is it so here, too?</summary>
    public string Verdict => Overall switch
    {
        null => "nothing to compare",
        { Low: null } => "undecided: a single repeat has no interval",
        { High: < 1 } => "refuted: it is faster",
        { High: < FirstSystem.MinSlowdown, Low: <= 1 } => "refuted: no difference to speak of",
        { High: < FirstSystem.MinSlowdown } => "refuted: it is slower, but less than twice",
        { Low: > FirstSystem.MaxSlowdown } => "reproduced, and more: over three times slower",
        { Low: > 1 } => "reproduced: it is slower, and twice is within the interval",
        _ => "undecided: the interval holds no difference and twice as slow",
    };

    private static MinimumFinding Of(
        string transport, string handler, string minimum, IReadOnlyList<(CaseResult Raised, CaseResult Standard)> pairs)
    {
        var figure = FirstSystem.Figures[0] with { Minimum = minimum, Transport = transport };
        var published = pairs.FirstOrDefault(pair => figure.IsOf(pair.Raised.Case));
        var perRepeat = pairs
            .SelectMany(pair => pair.Raised.Iterations.Join(
                pair.Standard.Iterations, raised => raised.Repeat, standard => standard.Repeat,
                (raised, standard) => (raised.Repeat, Raised: raised.MeanLatency, Standard: standard.MeanLatency)))
            .Where(pair => pair is { Raised.Ticks: > 0, Standard.Ticks: > 0 })
            .GroupBy(pair => pair.Repeat, (_, loads) => loads.Average(pair => Math.Log(pair.Raised!.Value / pair.Standard!.Value)))
            .ToArray();
        return new MinimumFinding(
            transport, handler, minimum, published.Raised?.RatioTo(published.Standard, iteration => iteration.MeanLatency?.TotalSeconds),
            Ratio.OfLogarithms(perRepeat), pairs.Count, perRepeat.Length);
    }

    private static string? MinimumOf(CaseResult row) => row.Case[ThreadMinimum.Dimension];

    private static string SubjectOf(CaseResult row) => row.Case.SubjectBut(ThreadMinimum.Dimension);

    private PublishedFigure? Figure(string minimum) => FirstSystem.Figures.FirstOrDefault(figure =>
        figure is { Instances: 100 } && figure.Operation == FirstSystem.Figures[0].Operation && figure.Transport == Transport &&
        figure.Minimum == minimum);
}
