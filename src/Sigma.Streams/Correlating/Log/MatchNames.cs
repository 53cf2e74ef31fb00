namespace Sigma.Streams.Correlating.Log;

/// <summary>The numbers that records of a match log have in place of names.</summary>
internal sealed class MatchNames
{
    private readonly Dictionary<string, uint> _rules = [];
    private readonly List<LoggedRule> _byNumber = [];
    private readonly Dictionary<string, ushort> _sources = [];
    private readonly List<string> _sourceNames = [];

    /// <summary>Records that give all the numbers again: a segment begins with them.</summary>
    public IEnumerable<MatchRecord> All => _byNumber.Select((rule, number) => Record(rule, (uint)number))
        .Concat(_sourceNames.Select((name, number) => Record(name, (ushort)number)));

    public LoggedRule Rule(uint number) => _byNumber[(int)number];

    public string Source(ushort number) => _sourceNames[number];

    /// <param name="rule">To be known by a number.</param>
    /// <param name="added">The record that gives it the number; null when it had one.</param>
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

    /// <summary>Learns from a log that is read.</summary>
    /// <exception cref="InvalidDataException">Numbers do not come in their order.</exception>
    public void Learn(MatchRecord record)
    {
        var isKnown = record.Kind == MatchRecordKind.Rule
            ? NumberOf(new LoggedRule(record.Key, record.Offset, [.. record.Values.Select(value => value!)]), out _) == record.Rule
            : NumberOf(record.Key, out _) == record.Source;
        if (!isKnown)
        {
            throw new InvalidDataException(
                $"The match log in Sigma:DataDirectory is damaged: it gives {record.Key} a number that is another's. Restore it, or "
                + "move it away: correlations begin anew then, and sources at their beginning.");
        }
    }

    private static MatchRecord Record(LoggedRule rule, uint number) =>
        new(MatchRecordKind.Rule, DateTimeOffset.UnixEpoch, number, 0, 0, rule.Fingerprint, rule.Key, rule.Fields);

    private static MatchRecord Record(string source, ushort number) =>
        new(MatchRecordKind.Source, DateTimeOffset.UnixEpoch, 0, number, 0, 0, source, []);
}

/// <summary>A rule as matches of it are logged.</summary>
/// <param name="Key">What alerts call it.</param>
/// <param name="Fingerprint">The fingerprint of its text.</param>
/// <param name="Fields">The fields whose values its matches have, in their order.</param>
internal sealed record LoggedRule(string Key, ulong Fingerprint, IReadOnlyList<string> Fields);
