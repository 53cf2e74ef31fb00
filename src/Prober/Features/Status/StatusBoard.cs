using System.Collections.Concurrent;
using System.Runtime.CompilerServices;
using Hosting.Metrics;
using Prober.Engine.Timelines;
using Prober.Engine.Watching;
using Prober.Features.Groups;
using Prober.Features.History;
using Prober.Features.History.Storage;
using Prober.Features.Maintenance;
using Prober.Features.Targets;

namespace Prober.Features.Status;

/// <summary>
/// The public view, made at most every ten seconds, and more rarely if that takes long: however many people look, it costs a tenth of a
/// processor at most.
/// </summary>
internal sealed class StatusBoard(
    ProbeEngine engine, TimelineArchive archive, MaintenanceCalendar calendar, HistoryFile file, TimeProvider time)
    : IDisposable
{
    public const int MaxIncidents = 50;
    private const int Rest = 10;
    private static readonly TimeSpan Window = TimeSpan.FromDays(1);
    private static readonly TimeSpan Fresh = TimeSpan.FromSeconds(10);

    private readonly ConcurrentDictionary<string, (StatusDocument Document, long At, TimeSpan Took)> _made = new();
    private readonly SemaphoreSlim _turn = new(1);
    private volatile StrongBox<IReadOnlyList<Incident>?> _incidents = new();

    /// <param name="label">As in the query; null for all.</param>
    /// <param name="filter">What it means.</param>
    public async Task<StatusDocument> ReadAsync(string? label, TargetFilter filter, CancellationToken cancellationToken)
    {
        var targets = filter.Apply(engine.Targets);
        var key = targets.Count == 0 ? "" : $"={label}"; // as many as there are labels
        if (IsFresh(key, out var document))
        {
            return document with { Incidents = Views() };
        }

        await _turn.WaitAsync(cancellationToken);
        try
        {
            if (!IsFresh(key, out document))
            {
                var start = time.GetTimestamp();
                document = await MakeAsync(targets, cancellationToken);
                _made[key] = (document, time.GetTimestamp(), time.GetElapsedTime(start));
            }
        }
        finally
        {
            _turn.Release();
        }

        return document with { Incidents = Views() };
    }

    /// <summary>The newest incidents, the newest first; those that were last read while the file cannot be read.</summary>
    public IReadOnlyList<Incident> Incidents()
    {
        var read = _incidents; // what is read before somebody writes is not kept after it
        try
        {
            return read.Value ??= file.Read(reader => reader.Incidents(MaxIncidents));
        }
        catch (HistoryUnavailableException)
        {
            return [];
        }
    }

    public void Dispose() => _turn.Dispose();

    /// <summary>Somebody wrote about an incident.</summary>
    public void Forget() => _incidents = new();

    private IReadOnlyList<IncidentView> Views() => [.. Incidents().Select(IncidentView.Of)];

    private bool IsFresh(string key, out StatusDocument document)
    {
        var found = _made.TryGetValue(key, out var made);
        document = made.Document;
        return found && time.GetElapsedTime(made.At) < (made.Took * Rest > Fresh ? made.Took * Rest : Fresh);
    }

    private async Task<StatusDocument> MakeAsync(IReadOnlyList<WatchedTarget> targets, CancellationToken cancellationToken)
    {
        var (now, open) = (engine.Now, calendar.At(engine.Now));
        var members = targets.Where(target => target.Definition.Probe is GroupProbe)
            .SelectMany(group => ((GroupProbe)group.Definition.Probe).Members.Select(member => (member, group.Definition.Name)))
            .ToLookup(one => one.member, one => one.Name);
        var (groups, rows) = (new List<StatusGroup>(), new List<StatusRow>());
        foreach (var target in targets)
        {
            var window = new TimeRange(now - (long)Window.TotalMilliseconds, now);
            var measured = (await archive.FindAsync(target, window, cancellationToken)).Measure(window);
            var bars = await TargetHistoryEndpoint.BarsAsync(target, archive, now, cancellationToken);
            var (name, state) = (target.Definition.Name, LabelValues.Of(open.StateOf(target)));
            var days = string.Concat(bars.Select(bar => bar.State == "unknown" ? '?' : bar.State[0]));
            if (target.Definition.Probe is GroupProbe)
            {
                groups.Add(new(name, state, measured.Ratio, measured.Lower, measured.Upper, days));
            }
            else
            {
                string[] ofGroups = [.. members[(target.Definition.Kind, name)]];
                rows.Add(new(name, state, measured.Ratio, measured.Lower, measured.Upper, days, ofGroups));
            }
        }

        return new(DateTimeOffset.FromUnixTimeMilliseconds(now), groups, rows, []);
    }
}
