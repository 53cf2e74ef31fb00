using Analyzer.Core;
using Analyzer.Engines.Contract;

namespace Analyzer.Engines.Parts;

/// <summary>Makes the results of parts a part of the file's own.</summary>
internal static class PartResults
{
    private const int MaxPlaces = 16;

    public static EngineRule Malicious { get; } =
        new("part.malicious", 0, "Something inside is malicious; the part says why.", "Judgement", 5);

    public static EngineRule Suspicious { get; } =
        new("part.suspicious", 0, "Something inside is suspicious; the part says why.", "Judgement", 5);

    /// <summary>The verdict is the worst of all, the score the highest.</summary>
    /// <param name="own">What the engine says of the file alone.</param>
    /// <param name="parts">The parts that were opened or noted.</param>
    /// <param name="refused">How many there were beyond those.</param>
    public static Assessment Join(Assessment own, IReadOnlyList<Part> parts, long refused)
    {
        if (parts.Count == 0 && refused == 0)
        {
            return own;
        }

        var (verdict, score) = (VerdictLimits.Worse(own.Verdict, refused > 0 ? Verdict.Unable : Verdict.Clean), own.Score);
        foreach (var part in parts)
        {
            verdict = VerdictLimits.Worse(verdict, part.Verdict);
            score = Math.Max(score, part.Score);
        }

        return own with
        {
            Verdict = verdict,
            Score = score,
            Findings =
            [
                .. own.Findings, .. FindingsOf(parts, Malicious, Verdict.Malicious), .. FindingsOf(parts, Suspicious, Verdict.Suspicious),
            ],
            Unable = [.. own.Unable, .. UnableOf(parts), .. refused > 0 ? [Gap.TooManyParts.Seen(refused)] : Array.Empty<UnableReason>()],
        };
    }

    /// <returns>Null when nothing is listed.</returns>
    public static IReadOnlyList<FilePart>? List(IReadOnlyList<Part> parts)
    {
        List<FilePart>? listed = null;
        foreach (var part in parts)
        {
            if (part.ToReport() is { } report)
            {
                (listed ??= []).Add(report);
            }
        }

        return listed;
    }

    private static IEnumerable<Finding> FindingsOf(IReadOnlyList<Part> parts, EngineRule rule, Verdict verdict)
    {
        var found = parts.Where(part => part.Verdict == verdict).ToList();
        return found.Count == 0 ? [] :
        [
            new(rule.Id, rule.Points, found.Count, found[0].Offset, rule.Reason)
            {
                Places = PlacesOf(found),
                Excerpt = found[0].Name ?? found[0].MediaType,
            },
        ];
    }

    private static IEnumerable<UnableReason> UnableOf(IReadOnlyList<Part> parts)
    {
        var unable = parts.Where(part => part.Verdict == Verdict.Unable).ToList();
        return unable.Count == 0 ? [] : [Gap.PartUnable.Seen(unable.Count, PlacesOf(unable))];
    }

    private static IReadOnlyList<Place> PlacesOf(List<Part> parts) => [.. parts.Take(MaxPlaces).Select(part => new Place(part.Offset))];
}
