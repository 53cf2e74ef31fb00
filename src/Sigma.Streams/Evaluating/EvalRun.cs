using Hosting.Lifetime;
using Sigma.Engine.Correlations;
using Sigma.Engine.Evaluation;
using Sigma.Engine.Mapping;
using Sigma.Engine.Rules;
using Sigma.Streams.Alerts;
using Sigma.Streams.Events;
using Sigma.Streams.Events.Formats;
using Sigma.Streams.Unwrapping;
using Sigma.Streams.Sentences;

namespace Sigma.Streams.Evaluating;

/// <summary>
/// Evaluates files: one thread reads, several evaluate batches, and the results are written in the order of the files, whatever the number
/// of threads.
/// </summary>
internal sealed class EvalRun(
    RuleSet rules, IReadOnlyList<EventMapping> mappings, Func<IRecordEvaluator> createEvaluator, AlertWriter alerts, TextWriter messages,
    int threads, Unwrapper unwrapper, EventFormat? format, RoutingNotes routing)
{
    /// <summary>The number of records that are reported one by one; further ones are counted.</summary>
    private const int MaxNamed = 10;

    private readonly Queue<Task<BatchResult>> _running = [];
    private readonly Stack<IRecordEvaluator> _idle = [];
    private readonly Lock _lock = new();
    private readonly CorrelationFields _fields = new(rules);

    // Files are read one after the other, whatever their times: nothing is late.
    private readonly Correlator _correlator = new(rules, new() { Lateness = null });
    private readonly List<CorrelationAlert> _correlated = [];

    // A record without a time gets the time of the previous one.
    private DateTimeOffset _lastTime = DateTimeOffset.UnixEpoch;
    private long _records;
    private long _containers;
    private long _lost;
    private readonly BrokenRecords _broken = new(messages);
    private long _unmapped;
    private long _dead;
    private long _alerts;
    private long _differences;

    public async Task<int> RunAsync(IEnumerable<string> files, Stream input, CancellationToken cancellationToken)
    {
        foreach (var file in files)
        {
            using var opened = EventFile.Open(file, input, format, unwrapper);
            var reader = opened.Reader;
            while (reader.Read(cancellationToken) is { Count: > 0 } batch)
            {
                _running.Enqueue(Task.Run(() => Evaluate(batch), cancellationToken));
                if (_running.Count > threads)
                {
                    await WriteNextAsync();
                }
            }

            _containers += reader.Containers;
            _lost += reader.Broken;
            foreach (var note in reader.Notes)
            {
                await messages.WriteLineAsync($"{file}: {note}");
            }

            if (reader.Doubt is { } doubt && !IsKnown(doubt.Record))
            {
                await messages.WriteLineAsync($"{file}: {doubt.Note}");
            }
        }

        while (_running.Count > 0)
        {
            await WriteNextAsync();
        }

        _broken.End();
        _correlator.Complete(_correlated);
        WriteCorrelated();
        alerts.Flush();
        await messages.WriteLineAsync(
            $"eval: {Counted.Of(_records, "record")}"
            + $"{(_containers > 0 ? $" (in {Counted.Of(_containers, "container")})" : "")}, "
            + $"{Counted.Of(_alerts, "alert")}, {_dead + _lost} broken; {Counted.Of(rules.Rules.Count, "rule")}, "
            + $"{Counted.Of(rules.Problems.Count(problem => problem.IsError), "document")} refused.");
        if (_unmapped > 0)
        {
            await messages.WriteLineAsync($"eval: {Counted.Of(_unmapped, "record")} for no mapping: names were taken as they are.");
        }

        await routing.TellAsync(messages);
        var memory = _correlator.Memory;
        if (memory.Incomplete + memory.Evicted + memory.Overflowed > 0)
        {
            await messages.WriteLineAsync(
                $"eval: {Counted.Of(memory.Incomplete, "match")} without a field that a correlation groups by or counts; "
                + $"{Counted.Of(memory.Evicted, "group")} and {Counted.Of(memory.Overflowed, "match")} of full groups forgotten.");
        }

        if (_differences > 0)
        {
            await messages.WriteLineAsync($"eval: the evaluators differ on {Counted.Of(_differences, "record")}. Please report that.");
        }

        return _dead + _lost == 0 && _differences == 0 && !rules.HasErrors ? ExitCode.Done : ExitCode.Found;
    }

    private BatchResult Evaluate(IReadOnlyList<EventRecord> batch)
    {
        var evaluator = Rent();
        var judgments = new List<Judgment>();
        var (guessed, guessedAlerts, unmapped) = (0, 0, 0);
        foreach (var record in batch)
        {
            var verdict = evaluator.Evaluate(record.Utf8);
            var source = evaluator.LogSource;
            guessed += verdict.Death is null && source.IsGuess ? 1 : 0;
            guessedAlerts += verdict.Matches.Count(match => source.Guesses(rules.Rules[match.Rule].LogSource));
            unmapped += verdict.Death is null && !mappings.Contains(evaluator.Mapping) ? 1 : 0;
            var difference = (evaluator as VerifyingEvaluator)?.Difference;
            if (verdict.Death is not null || verdict.Matches.Count > 0 || difference is not null)
            {
                var time = verdict.Matches.Count > 0 ? evaluator.Mapping.Times.Find(record.Utf8.Span) : null;
                judgments.Add(new(record, verdict, time, [.. verdict.Matches.Select(match => FieldsOf(match, evaluator))], difference));
            }
        }

        Return(evaluator);
        return new(batch[0].File, batch.Count, guessed, guessedAlerts, unmapped, judgments);
    }

    private async Task WriteNextAsync()
    {
        var batch = await _running.Dequeue();
        _broken.In(batch.File);
        _records += batch.Records;
        routing.Add(batch.Guessed, batch.GuessedAlerts);
        _unmapped += batch.Unmapped;
        foreach (var judgment in batch.Judgments)
        {
            if (judgment.Difference is { } difference)
            {
                _differences++;
                await NameAsync(_differences, judgment.Record, difference);
            }

            if (judgment.Verdict.Death is { } death)
            {
                _dead++;
                _broken.Add(judgment.Record, death.Sentence());
            }

            routing.Fired(judgment.Verdict.Matches.Select(match => rules.Rules[match.Rule].LogSource.Product));
            _lastTime = judgment.Time ?? _lastTime;
            foreach (var (match, fields) in judgment.Verdict.Matches.Zip(judgment.Fields))
            {
                Write(judgment, match);
                if (fields is not null)
                {
                    _correlator.Add(new(rules.Rules[match.Rule], _lastTime, judgment.Record.Place, fields), _correlated);
                    WriteCorrelated();
                }
            }
        }
    }

    private void Write(Judgment judgment, RuleMatch match)
    {
        var rule = rules.Rules[match.Rule];
        if (rule.Alerts)
        {
            _alerts++;
            alerts.Write(new(rule.Key, rule.Title, rule.Level, judgment.Record.Place, judgment.Time, match.Fields, match.Captures));
        }
    }

    private void WriteCorrelated()
    {
        foreach (var (rule, group, time, source) in _correlated)
        {
            _alerts++;
            MatchedField[] fields = [.. group.Select(field => new MatchedField(field.Key, field.Value, IsText: true))];
            alerts.Write(new(rule.Key, rule.Title, rule.Level, (EventPlace)source, time, fields, [], IsCorrelation: true));
        }

        _correlated.Clear();
    }

    private Dictionary<string, string>? FieldsOf(RuleMatch match, IRecordEvaluator evaluator) =>
        _fields.Of(rules.Rules[match.Rule]) is { } names ? evaluator.TextsOf(names) : null;

    private async Task NameAsync(long count, EventRecord record, string sentence)
    {
        if (count <= MaxNamed)
        {
            await messages.WriteLineAsync($"{record}: {sentence}");
        }
    }

    /// <summary>Whether a mapping says what the record is an event of.</summary>
    private bool IsKnown(ReadOnlyMemory<byte> record)
    {
        var evaluator = Rent();
        var isKnown = evaluator.Evaluate(record).Death is null && !evaluator.LogSource.IsGuess;
        Return(evaluator);
        return isKnown;
    }

    private IRecordEvaluator Rent()
    {
        lock (_lock)
        {
            return _idle.TryPop(out var evaluator) ? evaluator : createEvaluator();
        }
    }

    private void Return(IRecordEvaluator evaluator)
    {
        lock (_lock)
        {
            _idle.Push(evaluator);
        }
    }
}
