using System.Globalization;
using System.Text.Json.Serialization;
using Analyzer.Engines;
using Analyzer.Engines.Contract;

namespace Analyzer.Service.Features.SelfDescription;

/// <summary>The rules by which files are judged, and what a score means.</summary>
/// <param name="Engine">The version of the engine, as reports name it.</param>
/// <param name="SuspiciousFrom">Points.</param>
/// <param name="MaliciousFrom">Points.</param>
/// <param name="Calibration">Shares of labelled documents that reach a score.</param>
/// <param name="Rules">Those with the most points first.</param>
internal sealed record RulesDocument(
    string Engine, int SuspiciousFrom, int MaliciousFrom, IReadOnlyList<CalibrationEntry> Calibration, IReadOnlyList<RuleEntry> Rules)
{
    public static RulesDocument Create() => new(
        Version(FileAnalysis.EngineVersion),
        EngineRules.SuspiciousFrom,
        EngineRules.MaliciousFrom,
        [.. EngineRules.Calibration.Select(share => new CalibrationEntry(share.Threshold, share.MaliciousShare, share.OrdinaryShare))],
        [.. EngineRules.All.Select(ToEntry)]);

    private static RuleEntry ToEntry(EngineRule rule) => new(rule.Id, rule.Points, rule.Reason, rule.Reference, Version(rule.Since))
    {
        ByTrigger = rule.ByTrigger?.ToDictionary(points => points.Trigger, points => points.Points),
    };

    private static string Version(int engine) => engine.ToString(CultureInfo.InvariantCulture);
}

/// <param name="Threshold">Points.</param>
/// <param name="MaliciousShare">Share of the malicious documents that reach it: 0 to 1.</param>
/// <param name="OrdinaryShare">Share of the ordinary documents that reach it: 0 to 1.</param>
internal sealed record CalibrationEntry(int Threshold, double MaliciousShare, double OrdinaryShare);

/// <param name="Id">The name in findings.</param>
/// <param name="Points">What a finding of this rule adds to the score.</param>
/// <param name="Reason">Why it matters, for a person.</param>
/// <param name="Reference">A CVE, a clause of a standard, or another source.</param>
/// <param name="Since">The first version of the engine with this rule.</param>
internal sealed record RuleEntry(string Id, int Points, string Reason, string Reference, string Since)
{
    /// <summary>The points by what leads to the behaviour; absent when that does not matter. <see cref="Points"/> are the most.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public IReadOnlyDictionary<string, int>? ByTrigger { get; init; }
}
