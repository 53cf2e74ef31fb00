using System.Text.RegularExpressions;
using Prober.Engine.Networking.Naming;

namespace Prober.Engine.Probing.Dns;

/// <summary>Requirements for records in the form of a zone file, as blackbox_exporter's <c>validate_answer_rrs</c> has them.</summary>
/// <param name="Section">The part of the answer, for a person.</param>
/// <param name="NoneMatches">The probe fails if a record matches.</param>
/// <param name="NotAllMatch">It fails if all records match.</param>
/// <param name="AllMatch">It fails if a record does not match.</param>
/// <param name="OneMatches">It fails if no record matches.</param>
public sealed record RecordRules(
    string Section, IReadOnlyList<Regex> NoneMatches, IReadOnlyList<Regex> NotAllMatch, IReadOnlyList<Regex> AllMatch,
    IReadOnlyList<Regex> OneMatches)
{
    /// <returns>Null when they are met.</returns>
    internal string? Problem(IReadOnlyList<DnsRecord> records)
    {
        string[] lines = [.. records.Select(one => $"{one.Owner}.\t{one.TimeToLive}\tIN\t{one.Type}\t{one.Data}")];
        return Find(NoneMatches, rule => lines.Any(rule.IsMatch), "has a record that matches")
            ?? Find(NotAllMatch, rule => lines.Length > 0 && lines.All(rule.IsMatch), "has only records that match")
            ?? Find(AllMatch, rule => !lines.All(rule.IsMatch), "has a record that does not match")
            ?? Find(OneMatches, rule => !lines.Any(rule.IsMatch), "has no record that matches");
    }

    private string? Find(IReadOnlyList<Regex> rules, Func<Regex, bool> isBroken, string what) =>
        rules.FirstOrDefault(isBroken) is { } rule ? $"The {Section} {what} {rule}." : null;
}
