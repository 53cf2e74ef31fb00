using Sigma.Engine.Rules;
using Sigma.Streams.Alerts;
using Sigma.Streams.Correlating.Log;
using Sigma.Streams.Flow;
using Sigma.Streams.Judging;

namespace Sigma.Streams.Correlating;

/// <summary>The match log in terms of matches, positions and watermarks.</summary>
internal sealed class MatchJournal : IDisposable
{
    private readonly MatchNames _names = new();
    private readonly Dictionary<(string Source, uint Partition), StreamPosition> _positions = [];
    private readonly MatchLog _log;
    private DateTimeOffset _watermark = DateTimeOffset.UnixEpoch;

    /// <param name="folder">The folder of the log.</param>
    /// <param name="rules">The rules; matches of other rules, or of earlier texts, are skipped.</param>
    /// <param name="fold">Gets the committed records.</param>
    public MatchJournal(string folder, RuleIndex rules, IMatchFold fold)
    {
        var known = rules.Rules.Rules.GroupBy(rule => (rule.Key, rule.Fingerprint))
            .ToDictionary(group => group.Key, group => group.First());
        _log = MatchLog.Open(folder, record => Read(record, known, fold));
    }

    public long Bytes => _log.Bytes;

    /// <summary>A copy, for any thread.</summary>
    public IReadOnlyList<StreamPosition> Positions
    {
        get
        {
            lock (_positions)
            {
                return [.. _positions.Values];
            }
        }
    }

    public void Add(Match match, IReadOnlyList<string> fields)
    {
        var rule = _names.NumberOf(new LoggedRule(match.Rule.Key, match.Rule.Fingerprint, fields), out var addedRule);
        Add(addedRule);
        Add(new(
            MatchRecordKind.Match, match.Time, rule, NumberOf(match.Event.Source), match.Event.Partition, (ulong)match.Event.Offset, "",
            [.. fields.Select(field => match.Fields.GetValueOrDefault(field))], match.Event.Inside));
    }

    /// <summary>Records that the watermark moves for another reason than a match.</summary>
    /// <param name="watermark">The new watermark.</param>
    /// <param name="source">The source whose partition is left out; null if only the clock moved it.</param>
    /// <param name="partition">The partition of the source.</param>
    public void AddWatermark(DateTimeOffset watermark, string? source, uint partition)
    {
        if (source is not null || watermark > _watermark)
        {
            _watermark = watermark;
            var number = source is null ? MatchRecord.NoSource : NumberOf(source);
            Add(new(MatchRecordKind.Idle, watermark, 0, number, partition, 0, "", []));
        }
    }

    public void Commit(IReadOnlyList<StreamPosition> positions, DateTimeOffset now, DateTimeOffset keepFrom)
    {
        if (positions.Count == 0 && !_log.HasStaged)
        {
            return;
        }

        // Before the positions move, because the beginning of a new segment counts at once.
        _log.BeginWhereFull(now, () =>
        [
            .. _names.All, .. Positions.Select(Record), new(MatchRecordKind.Idle, _watermark, 0, MatchRecord.NoSource, 0, 0, "", []),
        ]);
        foreach (var position in positions)
        {
            Keep(position);
            Add(Record(position));
        }

        _log.Commit(now, keepFrom);
    }

    public void Dispose() => _log.Dispose();

    private void Keep(StreamPosition position)
    {
        lock (_positions)
        {
            if (position.Next < 0)
            {
                _positions.Remove((position.Source, position.Partition));
            }
            else
            {
                _positions[(position.Source, position.Partition)] = position;
            }
        }
    }

    private MatchRecord Record(StreamPosition position) => new(
        MatchRecordKind.Position, DateTimeOffset.UnixEpoch, 0, NumberOf(position.Source), position.Partition,
        position.Next < 0 ? MatchRecord.Forgotten : (ulong)position.Next, position.Key, []);

    private ushort NumberOf(string source)
    {
        var number = _names.NumberOf(source, out var added);
        Add(added);
        return number;
    }

    private void Add(MatchRecord? record)
    {
        if (record is not null)
        {
            _log.Add(record);
        }
    }

    private void Read(MatchRecord record, Dictionary<(string Key, ulong Fingerprint), SigmaRule> known, IMatchFold fold)
    {
        switch (record.Kind)
        {
            case MatchRecordKind.Rule or MatchRecordKind.Source:
                _names.Learn(record);
                break;
            case MatchRecordKind.Position:
                var next = record.Offset == MatchRecord.Forgotten ? -1 : (long)record.Offset;
                Keep(new(_names.Source(record.Source), record.Partition, next, record.Key));
                break;
            case MatchRecordKind.Idle:
                _watermark = record.Time > _watermark ? record.Time : _watermark;
                fold.Left(record.Time, record.Source == MatchRecord.NoSource ? null : _names.Source(record.Source), record.Partition);
                break;
            case MatchRecordKind.Match when _names.Rule(record.Rule) is var rule
                && known.TryGetValue((rule.Key, rule.Fingerprint), out var current):
                var fields = rule.Fields.Zip(record.Values).Where(pair => pair.Second is not null)
                    .ToDictionary(pair => pair.First, pair => pair.Second!);
                var place = new EventPlace(_names.Source(record.Source), record.Partition, (long)record.Offset, Inside: record.Inside);
                fold.Matched(new(current, record.Time, place, fields));
                break;
        }
    }
}

/// <summary>Gets the committed records of a match log, in order.</summary>
internal interface IMatchFold
{
    void Matched(Match match);

    /// <param name="watermark">The new watermark.</param>
    /// <param name="source">The source whose partition was left out; null when none was.</param>
    /// <param name="partition">The partition of the source.</param>
    void Left(DateTimeOffset watermark, string? source, uint partition);
}
