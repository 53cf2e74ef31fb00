using Load.Results.Summary;

namespace Load.Answering;

/// <summary>How near rows come to what they cannot be faster than.</summary>
internal static class CeilingSentences
{
    public static IEnumerable<SummarySentence> Of(AnsweredRun run)
    {
        var byName = run.Rows.ToDictionary(row => row.Name);
        var claims = Claim.Judge([.. run.Rows
            .Where(row => row.Ceiling is not null && row.Bar is null && byName.ContainsKey(row.Ceiling))
            .Select(row => AnsweredRun.Pair(AnsweredFigure.Rate, row.Name, (row.Name, row), (row.Ceiling!, byName[row.Ceiling!])))
            .OfType<Claim>()]);
        var below = claims.Where(claim => claim is { IsShown: true, High: < 1 }).OrderBy(claim => claim.Value).ToArray();
        var equal = claims.Where(claim => !claim.IsShown).ToArray();
        if (below.Length > 0)
        {
            Claim[] named = below.Length == 1 ? below : [below[0], below[^1]];
            yield return new(
                named.Length == 1 ? $"{named[0].Variant} is shown to be below its ceiling, with {Share(named[0])}."
                    : $"The lowest of the {below.Length} rows shown to be below their ceilings is {Named(named[0])}; " +
                      $"the highest is {Named(named[1])}.",
                [.. named.Select(claim => claim.Summary)]);
        }

        if (equal.Length > 0)
        {
            yield return new(
                $"No difference from its ceiling's rate is shown for {equal[0].Variant} ({equal[0].Interval})" +
                (equal.Length > 1 ? $", nor for {equal.Length - 1} more: {string.Join(", ", equal.Skip(1).Select(Short))}." : "."),
                [.. equal.Select(claim => claim.Summary)]);
        }
    }

    private static string Named(Claim claim) => $"{claim.Variant}, with {Share(claim)}";

    private static string Share(Claim claim) => $"{claim.Times} of the rate of {claim.Of}";

    private static string Short(Claim claim) => $"{claim.Variant} ({claim.Interval})";
}
