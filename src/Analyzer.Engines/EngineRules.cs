using Analyzer.Engines.Contract;

namespace Analyzer.Engines;

/// <summary>How many documents reach a number of points.</summary>
/// <param name="Threshold">The points.</param>
/// <param name="MaliciousShare">The share of the malicious documents with at least so many points, from 0 to 1.</param>
/// <param name="OrdinaryShare">The share of the ordinary documents with at least so many points, from 0 to 1.</param>
public sealed record ThresholdShares(int Threshold, double MaliciousShare, double OrdinaryShare);

/// <summary>All rules, those with the most points first, and what the verdicts' limits mean.</summary>
public static class EngineRules
{
    public const int SuspiciousFrom = VerdictLimits.SuspiciousFrom;
    public const int MaliciousFrom = VerdictLimits.MaliciousFrom;

    /// <summary>
    /// The shares at both limits of pdf-features-train.csv: its distinct kinds of document (203 malicious, 907 ordinary) judged by the
    /// points of these rules, which were taken from the same table. A test computes them anew. The table counts keywords only, so the
    /// rules for scripts, targets and attachments add to what is found here.
    /// </summary>
    public static IReadOnlyList<ThresholdShares> Calibration { get; } =
    [
        new(SuspiciousFrom, 0.931, 0.0066),
        new(MaliciousFrom, 0.552, 0.0022),
    ];

    /// <summary>The finding of every file that no engine understands.</summary>
    internal static EngineRule NotUnderstood { get; } = new("file.type", 0,
        "Not examined: the engine understands PDF, and this file has no PDF header in its first 1024 bytes.", "ISO 32000-2, 7.5.2", 1);

    public static IReadOnlyList<EngineRule> All { get; } = Of(TypeEngines.Create());

    /// <param name="engines">They are disposed of.</param>
    internal static IReadOnlyList<EngineRule> Of(params IReadOnlyList<ITypeEngine> engines)
    {
        var rules = new List<EngineRule> { NotUnderstood };
        foreach (var engine in engines)
        {
            using (engine)
            {
                rules.AddRange(engine.Rules);
            }
        }

        return [.. rules.OrderByDescending(rule => rule.Points).ThenBy(rule => rule.Id, StringComparer.Ordinal)];
    }
}
