using Load.Measured;
using Load.Statistics;
using Load.Suites;

namespace Load.Published;

/// <summary>What a raised ThreadPool minimum did to the mean latency over one transport, set against what the first system found.</summary>
/// <param name="Transport">Of all rows it rests on.</param>
/// <param name="Handler">Whether requests block, where the suite has both; otherwise empty.</param>
/// <param name="Minimum">What it was raised to.</param>
/// <param name="AtPublished">Under the load of the published figures: mean latency, how many times that with the default minimum.</param>
/// <param name="Overall">Over all loads that were measured with both minimums: the geometric mean of each repeat, and its spread over the repeats.</param>
/// <param name="Loads">How many those were.</param>
/// <param name="Repeats">How often each.</param>
internal sealed record MinimumFinding(string Transport, string Handler, string Minimum, Ratio? AtPublished, Ratio? Overall, int Loads, int Repeats)
{
    private const string HandlerDimension = "handler";

    /// <summary>Nothing of rows whose minimum was not varied, nor of void ones.</summary>
    public static IEnumerable<MinimumFinding> Of(IReadOnlyList<Row> rows) =>
        from row in rows
        let minimum = MinimumOf(row)
        where minimum is not null and not PublishedFigure.DefaultMinimum
        let standard = rows.FirstOrDefault(other => MinimumOf(other) == PublishedFigure.DefaultMinimum && SubjectOf(other) == SubjectOf(row))
        where standard is { VoidReasons.Count: 0 } && row.VoidReasons.Count == 0
        group (Raised: row, Standard: standard) by (row.Cell.Transport, Handler: row.Cell.Dimensions.GetValueOrDefault(HandlerDimension, ""), minimum) into pairs
        select Of(pairs.Key.Transport, pairs.Key.Handler, pairs.Key.minimum, [.. pairs]);

    /// <summary>The published ratio under the same load; null when it is not published.</summary>
    public (double Low, double High)? Published =>
        Figure(Minimum)?.Mean is { } raised && Figure(PublishedFigure.DefaultMinimum)?.Mean is { } standard ? (raised.Low / standard.High, raised.High / standard.Low) : null;

    /// <summary>Is it so here, too?</summary>
    public string Verdict => Overall switch
    {
        null => "nothing to compare",
        { Low: null } => "undecided: a single repeat has no interval",
        { High: < 1 } => "refuted: it is faster",
        { High: < FirstSystem.LeastSlowdown, Low: <= 1 } => "refuted: no difference to speak of",
        { High: < FirstSystem.LeastSlowdown } => "refuted: it is slower, but less than twice",
        { Low: > FirstSystem.MostSlowdown } => "reproduced, and more: over three times slower",
        { Low: > 1 } => "reproduced: it is slower, and twice is within the interval",
        _ => "undecided: the interval holds no difference and twice as slow",
    };

    private static MinimumFinding Of(string transport, string handler, string minimum, IReadOnlyList<(Row Raised, Row Standard)> pairs)
    {
        var published = pairs.FirstOrDefault(pair => FirstSystem.Figures[0] with { Minimum = minimum, Transport = transport } is var figure && figure.IsOf(pair.Raised.Cell));
        var perRepeat = pairs
            .SelectMany(pair => pair.Raised.Slots.Join(pair.Standard.Slots, slot => slot.Repeat, slot => slot.Repeat, (raised, standard) => (raised.Repeat, Raised: raised.MeanLatency, Standard: standard.MeanLatency)))
            .Where(pair => pair is { Raised.Ticks: > 0, Standard.Ticks: > 0 })
            .GroupBy(pair => pair.Repeat, (_, loads) => loads.Average(pair => Math.Log(pair.Raised!.Value / pair.Standard!.Value)))
            .ToArray();
        return new MinimumFinding(
            transport, handler, minimum, published.Raised?.RatioTo(published.Standard, slot => slot.MeanLatency?.TotalSeconds), Ratio.OfLogarithms(perRepeat), pairs.Count, perRepeat.Length);
    }

    private static string? MinimumOf(Row row) => row.Cell.Settings.Dimensions.GetValueOrDefault(ThreadMinimum.Dimension);

    private static string SubjectOf(Row row) => row.Cell.SubjectBut(ThreadMinimum.Dimension);

    private PublishedFigure? Figure(string minimum) =>
        FirstSystem.Figures.FirstOrDefault(figure => figure is { Instances: 100 } && figure.Operation == FirstSystem.Figures[0].Operation && figure.Transport == Transport && figure.Minimum == minimum);
}
