using Load.Results.Summary;

namespace Load.Answering;

/// <summary>The rows of a run that an answer may rest on, and how they pair.</summary>
internal sealed class AnsweredRun
{
    /// <summary>The dimension of files that do not name one: they are the analyzer's.</summary>
    private const string OldDimension = "transport";

    private readonly SummaryCompared _compared;

    public AnsweredRun(SummaryDocument run)
    {
        _compared = run.Compared ?? new SummaryCompared(OldDimension, new Dictionary<string, string>());
        Rows = [.. run.Rows.Where(IsSound)];
        Void = run.Rows.Count(row => !row.IsRung && row.InvalidReasons.Count > 0);
        var compared = Rows.Where(row => !row.IsRung && row.Dimensions.ContainsKey(_compared.Name)).ToArray();
        Variants = [.. compared.Select(row => row.Dimensions[_compared.Name]).Distinct()];
        Subjects = [.. compared.GroupBy(SubjectOf).Where(subject => subject.Count() > 1)];
    }

    /// <summary>Rows that count: neither void nor failed.</summary>
    public IReadOnlyList<SummaryRow> Rows { get; }

    /// <summary>How many rows are void.</summary>
    public int Void { get; }

    /// <summary>Values of the compared dimension; the first is what the others are set against.</summary>
    public IReadOnlyList<string> Variants { get; }

    /// <summary>Rows that differ in the compared dimension alone.</summary>
    private IReadOnlyList<IGrouping<string, SummaryRow>> Subjects { get; }

    /// <summary>What a variant is called in a sentence.</summary>
    public string Spoken(string variant) => _compared.Spoken.GetValueOrDefault(variant, variant);

    /// <summary>Each variant against the first, subject by subject.</summary>
    public IEnumerable<Claim> ByRow(AnsweredFigure figure, Func<SummaryRow, bool> counts) =>
        from subject in Subjects
        let first = subject.FirstOrDefault(row => VariantOf(row) == Variants[0])
        where first is not null && counts(first)
        from row in subject
        where row != first
        let claim = Pair(figure, subject.Key, (VariantOf(row), row), (VariantOf(first), first))
        where claim is not null
        select claim;

    /// <summary>
    /// Each variant against the first, over all subjects: repeat by repeat the mean over the subjects, so that the interval is of the
    /// repeats and not of how subjects differ.
    /// </summary>
    public static IEnumerable<Claim> Overall(IEnumerable<Claim> byRow) => byRow.GroupBy(claim => claim.Variant).Select(claims =>
    {
        var repeats = claims.Min(claim => claim.Logarithms.Count);
        return claims.First() with
        {
            Rows = claims.Count() == 1 ? claims.First().Rows : $"{claims.Count()} pairs of rows",
            Logarithms = [.. Enumerable.Range(0, repeats).Select(i => claims.Average(claim => claim.Logarithms[i]))],
        };
    });

    /// <summary>One row against another, from their common repeats.</summary>
    /// <returns>Null when fewer than two repeats have both figures.</returns>
    public static Claim? Pair(AnsweredFigure figure, string rows, (string Name, SummaryRow Row) one, (string Name, SummaryRow Row) of)
    {
        var logarithms = of.Row.Repeats
            .Join(one.Row.Repeats, repeat => repeat.Repeat, repeat => repeat.Repeat, (a, b) => (Of: figure.Of(a), One: figure.Of(b)))
            .Where(pair => pair is { Of: > 0, One: > 0 }).Select(pair => Math.Log(pair.One!.Value / pair.Of!.Value)).ToArray();
        return logarithms.Length < 2 ? null : new Claim(figure, rows, one.Name, of.Name, logarithms);
    }

    private string VariantOf(SummaryRow row) => row.Dimensions[_compared.Name];

    /// <summary>The row's name without its variant.</summary>
    private string SubjectOf(SummaryRow row)
    {
        var variant = VariantOf(row);
        var name = $" {row.Name} ".Replace($" {_compared.Name}={variant} ", " ", StringComparison.Ordinal);
        var place = name.IndexOf($" {variant} ", StringComparison.Ordinal);
        return (name.Length == row.Name.Length + 2 && place >= 0 ? name.Remove(place, variant.Length + 1) : name).Trim();
    }

    private static bool IsSound(SummaryRow row) => row.InvalidReasons.Count == 0 && row is { Failed: 0, TimedOut: 0 };
}
