using Analyzer.Engines.Contract;
using Analyzer.Engines.Office;
using Analyzer.Engines.Parts;
using Analyzer.Engines.Scripts;

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

    /// <summary>The real harmless documents that were analysed.</summary>
    public const int OrdinaryDocuments = 8495;

    /// <summary>
    /// The shares at both limits. The malicious ones are the 203 kinds of pdf-features-train.csv, which counts keywords: each is judged as
    /// if what its keywords name needed no click. The ordinary ones are real: the <see cref="OrdinaryDocuments"/> distinct documents of
    /// Debian packages that README.md names, analysed whole; it also says why each of the suspicious ones is.
    /// </summary>
    public static IReadOnlyList<ThresholdShares> Calibration { get; } =
    [
        new(SuspiciousFrom, 0.911, 0.0016),
        new(MaliciousFrom, 0.118, 0),
    ];

    /// <summary>The rules that belong to no engine.</summary>
    internal static IReadOnlyList<EngineRule> Common { get; } =
    [
        PartResults.Malicious, PartResults.Suspicious, .. NameRules.All, .. CommonRules.All,
        .. ScriptRules.All, .. OfficeRules.All,
    ];

    public static IReadOnlyList<EngineRule> All { get; } = Of(TypeEngines.Create());

    /// <param name="engines">They are disposed of.</param>
    internal static IReadOnlyList<EngineRule> Of(params IReadOnlyList<ITypeEngine> engines)
    {
        var rules = new List<EngineRule>(Common);
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
