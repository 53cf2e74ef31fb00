using System.Collections.Concurrent;
using Hosting.Metrics;
using Sigma.Engine.Evaluation;
using Sigma.Engine.Matching;
using Sigma.Streams.Alerts;
using Sigma.Streams.Events;
using Sigma.Streams.Flow;
using Sigma.Streams.Metrics;

namespace Sigma.Streams.Judging;

/// <summary>Judges batches on the threads of their sources, with the current rules: changed rules apply from the next batch on.</summary>
internal sealed class Judge(TimeProvider time, RuleCounts counts, SigmaMetrics metrics)
{
    private static readonly TimeOrigin[] AllOrigins = Enum.GetValues<TimeOrigin>();

    private readonly ConcurrentBag<Lane> _idle = [];
    private volatile RuleIndex _rules = RuleIndex.None;
    private long _newestTicks;

    /// <summary>The current rules; none before any are loaded.</summary>
    public RuleIndex Rules => _rules;

    public SeenRecords Seen { get; } = new();

    /// <summary>The time of the last matching event.</summary>
    public DateTimeOffset? Newest => Interlocked.Read(ref _newestTicks) is > 0 and var ticks ? new(ticks, TimeSpan.Zero) : null;

    public void Use(RuleIndex rules)
    {
        Seen.Use(rules.Compiled);
        _rules = rules;
        while (_idle.TryTake(out _))
        {
            // Their matchers belong to earlier rules.
        }
    }

    public Judged Evaluate(StreamBatch batch)
    {
        var rules = Rules;
        if (!_idle.TryTake(out var lane) || lane.Rules != rules)
        {
            lane = new(rules, new RecordMatcher(rules.Compiled));
            Seen.Watch(lane.Matcher);
        }

        var judged = Evaluate(lane, batch);
        if (rules == _rules)
        {
            _idle.Add(lane);
        }

        return judged;
    }

    private Judged Evaluate(Lane lane, StreamBatch batch)
    {
        var result = new Result();
        var (candidates, timeOuts) = (lane.Matcher.Candidates, lane.Matcher.RegexTimeOuts);
        foreach (ref readonly var record in batch.Records.Span)
        {
            if (IsBlank(record.Utf8.Span))
            {
                continue;
            }

            var verdict = lane.Matcher.Evaluate(record.Utf8);
            if (verdict.Death is { } death)
            {
                result.DeadLetters.Add(Letter(batch.Source, record, death));
            }
            else
            {
                result.Records++;
                if (verdict.Matches.Count > 0)
                {
                    Add(result, lane, batch.Source, record, verdict);
                }
            }
        }

        metrics.Judged(batch.Source, result.Records, result.Matching, lane.Matcher.Candidates - candidates);
        metrics.TimedOut(lane.Matcher.RegexTimeOuts - timeOuts);
        foreach (var origin in AllOrigins)
        {
            if (result.Origins[(int)origin] is > 0 and var matching)
            {
                metrics.Timed(origin, matching);
            }
        }

        return new(result.Records, result.Alerts, result.Matches, result.DeadLetters);
    }

    private void Add(Result result, Lane lane, string source, in StreamRecord record, RecordVerdict verdict)
    {
        var (index, matcher) = lane;
        var now = time.GetUtcNow();
        var (happened, origin) = EventClock.Decide(index.Compiled.Mapping.Times.Find(record.Utf8.Span), record.Time ?? now, now);
        result.Origins[(int)origin]++;
        result.Matching++;
        Interlocked.Exchange(ref _newestTicks, happened.UtcTicks);
        var place = new EventPlace(source, record.Partition, record.Offset);
        var bytes = ReadOnlyMemory<byte>.Empty;
        foreach (var match in verdict.Matches)
        {
            var rule = index.Rules.Rules[match.Rule];
            counts.Matched(rule.Key, happened);
            if (rule.Alerts)
            {
                bytes = bytes.IsEmpty ? record.Utf8.ToArray() : bytes;
                result.Alerts.Add(new(rule.Key, rule.Title, rule.Level, place, happened, match.Fields, match.Captures)
                {
                    Record = bytes,
                    OutputTopic = rule.OutputTopic,
                    CustomFields = rule.CustomFields,
                });
            }

            if (index.Asked.Of(rule) is { } names)
            {
                result.Matches.Add(new(rule, happened, place, FieldsOf(matcher, names)));
            }
        }
    }

    private DeadLetter Letter(string source, in StreamRecord record, DeathReason reason)
    {
        metrics.Died(source, reason);
        return new(
            source, record.Partition, record.Offset, LabelValues.Of(reason), reason.Sentence(), time.GetUtcNow(),
            record.Utf8.ToArray());
    }

    private static Dictionary<string, string> FieldsOf(RecordMatcher matcher, IReadOnlyList<string> names)
    {
        var fields = new Dictionary<string, string>(names.Count);
        foreach (var name in names)
        {
            if (matcher.FirstText(name) is { } text)
            {
                fields[name] = text;
            }
        }

        return fields;
    }

    /// <summary>Nearly every record begins with its brace.</summary>
    private static bool IsBlank(ReadOnlySpan<byte> utf8) => utf8.IsEmpty || (utf8[0] <= ' ' && utf8.IndexOfAnyExcept(" \t\r\n"u8) < 0);

    private sealed record Lane(RuleIndex Rules, RecordMatcher Matcher);

    private sealed class Result
    {
        public List<Alert> Alerts { get; } = [];

        public List<Match> Matches { get; } = [];

        public List<DeadLetter> DeadLetters { get; } = [];

        /// <summary>Matches by the number of their <see cref="TimeOrigin"/>.</summary>
        public int[] Origins { get; } = new int[AllOrigins.Length];

        public int Records { get; set; }

        public int Matching { get; set; }
    }
}
