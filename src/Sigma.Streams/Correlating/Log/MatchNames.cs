namespace Sigma.Streams.Correlating.Log;

/// <summary>The numbers that replace names in records of a match log.</summary>
internal sealed class MatchNames
{
    private readonly Dictionary<string, uint> _rules = [];
    private readonly List<LoggedRule> _byNumber = [];
    private readonly Dictionary<string, ushort> _sources = [];
    private readonly List<string> _sourceNames = [];

    /// <summary>Records that define all numbers again: a segment begins with them.</summary>
    public IEnumerable<MatchRecord> All => _byNumber.Select((rule, number) => Record(rule, (uint)number))
        .Concat(_sourceNames.Select((name, number) => Record(name, (ushort)number)));

    public LoggedRule Rule(uint number) => _byNumber[(int)number];

    public string Source(ushort number) => _sourceNames[number];

    /// <param name="rule">The rule that gets a number.</param>
    /// <param name="added">The record that defines the number; null if it already had one.</param>
    public uint NumberOf(LoggedRule rule, out MatchRecord? added)
    {
        added = null;
        var key = $"{rule.Fingerprint:x16} {string.Join('\n', rule.Fields)} {rule.Key}";
        if (!_rules.TryGetValue(key, out var number))
        {
            number = _rules[key] = (uint)_byNumber.Count;
            _byNumber.Add(rule);
            added = Record(rule, number);
        }

        return number;
    }

    /// <inheritdoc cref="NumberOf(LoggedRule, out MatchRecord?)"/>
    public ushort NumberOf(string source, out MatchRecord? added)
    {
        added = null;
        if (!_sources.TryGetValue(source, out var number))
        {
            number = _sources[source] = checked((ushort)_sourceNames.Count);
            _sourceNames.Add(source);
            added = Record(source, number);
        }

        return number;
    }

    /// <summary>Reads definitions from a log.</summary>
    /// <exception cref="InvalidDataException">The numbers are not in order.</exception>
    public void Learn(MatchRecord record)
    {
        var isKnown = record.Kind == MatchRecordKind.Rule
            ? NumberOf(new LoggedRule(record.Key, record.Offset, [.. record.Values.Select(value => value!)]), out _) == record.Rule
            : NumberOf(record.Key, out _) == record.Source;
        if (!isKnown)
        {
            throw new InvalidDataException(
                $"The match log in Sigma:DataDirectory is damaged: it gives {record.Key} a number that is another's. Restore it, or "
                + "move it away: correlations then begin without matches, and sources at their beginning.");
        }
    }

    private static MatchRecord Record(LoggedRule rule, uint number) =>
        new(MatchRecordKind.Rule, DateTimeOffset.UnixEpoch, number, 0, 0, rule.Fingerprint, rule.Key, rule.Fields);

    private static MatchRecord Record(string source, ushort number) =>
        new(MatchRecordKind.Source, DateTimeOffset.UnixEpoch, 0, number, 0, 0, source, []);
}

/// <summary>A rule, as the log stores its matches.</summary>
/// <param name="Key">The name of the rule in alerts.</param>
/// <param name="Fingerprint">The fingerprint of its text.</param>
/// <param name="Fields">The fields whose values its matches have, in order.</param>
internal sealed record LoggedRule(string Key, ulong Fingerprint, IReadOnlyList<string> Fields);
