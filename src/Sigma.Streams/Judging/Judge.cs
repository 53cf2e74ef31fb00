using System.Collections.Concurrent;
using Hosting.Metrics;
using Sigma.Engine.Evaluation;
using Sigma.Engine.Matching;
using Sigma.Streams.Alerts;
using Sigma.Streams.Events;
using Sigma.Streams.Flow;
using Sigma.Streams.Metrics;
using Sigma.Streams.Unwrapping;

namespace Sigma.Streams.Judging;

/// <summary>Judges batches on the threads of their sources, with the current rules: changed rules apply from the next batch on.</summary>
internal sealed partial class Judge(TimeProvider time, RuleCounts counts, SigmaMetrics metrics, ILogger<Judge> logger)
{
    /// <summary>The reason for a record that its source cannot read.</summary>
    private const string Undecoded = "undecoded";

    private static readonly TimeOrigin[] AllOrigins = Enum.GetValues<TimeOrigin>();

    private readonly ConcurrentBag<Lane> _idle = [];
    private readonly ConcurrentDictionary<string, bool> _passedBy = [];
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
            lane = new(rules, rules.Compiled.Matcher());
            Seen.Watch(rules.Compiled, lane.Matcher);
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
        var (candidates, timeOuts) = (lane.Candidates, lane.RegexTimeOuts);
        foreach (ref readonly var record in batch.Records.Span)
        {
            if (!IsBlank(record.Utf8.Span))
            {
                Evaluate(lane, batch.Source, record, result);
            }
        }

        metrics.Judged(batch.Source, result.Records, result.Matching, lane.Candidates - candidates);
        metrics.TimedOut(lane.RegexTimeOuts - timeOuts);
        foreach (var origin in AllOrigins)
        {
            if (result.Origins[(int)origin] is > 0 and var matching)
            {
                metrics.Timed(origin, matching);
            }
        }

        return new(result.Records, result.Alerts, result.Matches, result.DeadLetters);
    }

    private void Evaluate(Lane lane, string source, in StreamRecord record, Result result)
    {
        if (record.Problem is { } problem)
        {
            result.DeadLetters.Add(Letter(source, record, Undecoded, problem));
            return;
        }

        var inner = lane.Inner;
        if (record.Inside is not null || !lane.Rules.Unwrapper.TryUnwrap(record.Utf8, inner))
        {
            SayIfPassedBy(lane.Rules.Unwrapper, source, record);
            EvaluateOne(lane, source, record, result);
            return;
        }

        for (var i = 0; i < inner.Count; i++)
        {
            EvaluateOne(lane, source, record with { Utf8 = inner[i].Utf8, Inside = i }, result);
        }

        inner.Clear();
    }

    /// <summary>Says once for a source that its records look like containers of a kind that is not unwrapped.</summary>
    private void SayIfPassedBy(Unwrapper unwrapper, string source, in StreamRecord record)
    {
        if (unwrapper.Passed(record.Utf8) is { } path && _passedBy.TryAdd(source, true))
        {
            Log.PassedBy(logger, source, $"{path}");
        }
    }

    private void EvaluateOne(Lane lane, string source, in StreamRecord record, Result result)
    {
        var verdict = lane.Matcher.Evaluate(record.Utf8);
        if (verdict.Death is { } death)
        {
            result.DeadLetters.Add(Letter(source, record, LabelValues.Of(death), death.Sentence()));
            return;
        }

        result.Records++;
        if (verdict.Matches.Count > 0)
        {
            Add(result, lane, source, record, verdict);
        }
    }

    private void Add(Result result, Lane lane, string source, in StreamRecord record, RecordVerdict verdict)
    {
        var (index, matcher) = (lane.Rules, lane.Matcher);
        var now = time.GetUtcNow();
        var (happened, origin) = EventClock.Decide(matcher.Mapping.Times.Find(record.Utf8.Span), record.Time ?? now, now);
        result.Origins[(int)origin]++;
        result.Matching++;
        Interlocked.Exchange(ref _newestTicks, happened.UtcTicks);
        var place = new EventPlace(source, record.Partition, record.Offset, Inside: record.Inside);
        var bytes = ReadOnlyMemory<byte>.Empty;
        foreach (var match in verdict.Matches)
        {
            var rule = index.Rules.Rules[match.Rule];
            if (index.IsFirstMatchOnly && rule.Alerts && !bytes.IsEmpty)
            {
                continue; // an earlier rule made the record's alert
            }

            counts.Matched(rule.Key, happened);
            if (rule.Alerts)
            {
                bytes = bytes.IsEmpty ? record.Utf8.ToArray() : bytes;
                result.Alerts.Add(new(rule.Key, rule.Title, rule.Level, place, happened, match.Fields, match.Captures)
                {
                    Record = bytes,
                    OutputTopic = rule.OutputTopic,
                    CustomFields = rule.CustomFields,
                    MergesCustomFields = rule.MergesCustomFields,
                });
            }

            if (index.Asked.Of(rule) is { } names)
            {
                result.Matches.Add(new(rule, happened, place, matcher.TextsOf(names)));
            }
        }
    }

    private DeadLetter Letter(string source, in StreamRecord record, string reason, string detail)
    {
        metrics.Died(source, reason);
        return new(
            source, record.Partition, record.Offset, reason, detail, time.GetUtcNow(), record.Utf8.ToArray(), record.Inside);
    }

    /// <summary>Nearly every record begins with its brace.</summary>
    private static bool IsBlank(ReadOnlySpan<byte> utf8) => utf8.IsEmpty || (utf8[0] <= ' ' && utf8.IndexOfAnyExcept(" \t\r\n"u8) < 0);

    private static partial class Log
    {
        [LoggerMessage(70, LogLevel.Warning, "{Source} has containers with records at {Path}, which are taken as they are: add that "
            + "path to Sigma:Records.")]
        public static partial void PassedBy(ILogger logger, string source, string path);
    }

    private sealed record Lane(RuleIndex Rules, MappedEvaluator<RecordMatcher> Matcher)
    {
        public long Candidates => Matcher.Used.Sum(matcher => matcher.Candidates);

        public long RegexTimeOuts => Matcher.Used.Sum(matcher => matcher.RegexTimeOuts);

        /// <summary>The records of the container that is being read.</summary>
        public List<InnerRecord> Inner { get; } = [];
    }

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
