using Durable;
using Microsoft.Extensions.Options;
using Sigma.Engine.Correlations;
using Sigma.Engine.Rules;
using Sigma.Streams.Alerts;
using Sigma.Streams.Correlating.Log;
using Sigma.Streams.Flow;
using Sigma.Streams.Judging;
using Sigma.Streams.Settings;
using Sigma.Streams.Sources;

namespace Sigma.Streams.Correlating;

/// <summary>
/// Correlations in this process. Their state is rebuilt, without alerts, from the match log in the data folder at the start. Records after
/// the last commit are cut off, because the sources read them again.
/// </summary>
internal sealed partial class LocalCorrelating(
    IOptions<SigmaOptions> options, IOptions<SigmaLimits> limits, IEnumerable<SourceName> sources, RuleCounts counts, TimeProvider time,
    ILogger<LocalCorrelating> logger) : ICorrelating, IMatchFold, IDisposable
{
    private static readonly TimeSpan Pause = TimeSpan.FromSeconds(1);

    private readonly Watermarks _watermarks = new(options.Value.Lateness);
    private readonly CountedMatches _counted = new([.. sources.Where(source => source.KeepsPositions).Select(source => source.Name)]);
    private readonly List<CorrelationAlert> _fired = [];
    private RuleIndex? _rules;
    private Correlator? _correlator;
    private MatchJournal? _journal;
    private FileLock? _claim;
    private TimeSpan _reach;
    private volatile string? _failure;

    public IReadOnlyList<StreamPosition> Positions => _journal?.Positions ?? [];

    public string? Failure => _failure;

    public CorrelationCounts Counts =>
        _correlator is { Memory: var memory } ? CorrelationCounts.Of(memory) with { LogBytes = _journal?.Bytes ?? 0 } : default;

    public void Use(RuleIndex rules)
    {
        _rules = rules;
        _reach = CorrelationReach.Of(rules.Rules);
        _correlator = new(rules.Rules, limits.Value.OfCorrelations, _correlator);
        if (_journal is null)
        {
            _claim = Claim(options.Value.DataDirectory);
            _journal = new(Path.Combine(options.Value.DataDirectory, "matches"), rules, this);
            _fired.Clear();
        }
    }

    public ValueTask<IReadOnlyList<Alert>> AddAsync(IReadOnlyList<Match> matches, CancellationToken cancellationToken)
    {
        if (matches.Count > 0)
        {
            _journal!.AddWatermark(_watermarks.Watermark, null, 0);
        }

        foreach (var match in matches.Select(AsLogged).Where(match => !_counted.Has(match)).Select(MatchTexts.Bound))
        {
            var fields = match.Rule is SigmaRule rule ? _rules!.Asked.Of(rule) : null;
            _journal!.Add(match, fields ?? [.. match.Fields.Keys]);
            ((IMatchFold)this).Matched(match);
        }

        return new(TakeFired());
    }

    public ValueTask<IReadOnlyList<Alert>> PassAsync(CancellationToken cancellationToken)
    {
        foreach (var (source, partition) in _watermarks.LeaveOut(time.GetUtcNow()))
        {
            _journal!.AddWatermark(_watermarks.Watermark, source, partition);
        }

        _correlator!.Advance(_watermarks.Watermark, _fired);
        if (_fired.Count > 0)
        {
            _journal!.AddWatermark(_watermarks.Watermark, null, 0);
        }

        return new(TakeFired());
    }

    public async ValueTask CommitAsync(IReadOnlyList<StreamPosition> positions, CancellationToken cancellationToken)
    {
        while (true)
        {
            try
            {
                _journal!.Commit(positions, time.GetUtcNow(), _watermarks.Watermark - _reach);
                _failure = null;
                return;
            }
            catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
            {
                if (_failure is null)
                {
                    Log.NotWritten(logger, exception.Message);
                }

                _failure = $"The match log cannot be written: {exception.Message}";
            }

            await Task.Delay(Pause, time, cancellationToken);
        }
    }

    public void Dispose()
    {
        _journal?.Dispose();
        _claim?.Dispose();
    }

    /// <summary>A second process would take this one's log for that of an earlier run, and remove it.</summary>
    private static FileLock Claim(string folder)
    {
        LocalDisk.Instance.CreateFolders(folder);
        return FileLock.TryTake(Path.Combine(folder, "lock"))
            ?? throw new IOException($"Another sigma works in {Path.GetFullPath(folder)}: end it, or set Sigma:DataDirectory.");
    }

    void IMatchFold.Matched(Match match)
    {
        _counted.Add(match);
        _correlator!.Add(new(match.Rule, match.Time, match.Event, match.Fields), _fired);
        _watermarks.Saw(match.Event.Source, PartitionOf(match.Event), match.Time, time.GetUtcNow());
        _correlator.Advance(_watermarks.Watermark, _fired);
    }

    void IMatchFold.Left(DateTimeOffset watermark, string? source, uint partition)
    {
        if (source is not null)
        {
            _watermarks.Remove(source, partition);
        }

        _watermarks.Move(watermark);
        _correlator!.Advance(_watermarks.Watermark, _fired);
    }

    /// <summary>A match that counts now gets the time with which it is read again after a start.</summary>
    private static Match AsLogged(Match match) =>
        MatchRecord.TimeOf(match.Time) is var time && time == match.Time ? match : match with { Time = time };

    /// <summary>A request with a key has its own partition, which gets nothing more.</summary>
    private static uint PartitionOf(EventPlace place) => place.Source == HttpSource.Name ? 0 : place.Partition;

    private List<Alert> TakeFired()
    {
        var alerts = new List<Alert>(_fired.Count);
        foreach (var fired in _fired)
        {
            counts.Matched(fired.Rule.Key, fired.Time);
            alerts.Add(Alert.Of(fired));
        }

        _fired.Clear();
        return alerts;
    }

    private static partial class Log
    {
        [LoggerMessage(50, LogLevel.Error, "The match log cannot be written, and will be tried again: {Reason}")]
        public static partial void NotWritten(ILogger logger, string reason);
    }
}
