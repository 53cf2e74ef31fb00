using Microsoft.Extensions.Logging.Abstractions;
using Microsoft.Extensions.Options;
using Prober.Engine.Probing;
using Prober.Engine.Probing.Tcp;
using Prober.Engine.Tests.Watching;
using Prober.Engine.Timelines;
using Prober.Engine.Watching;
using Prober.Features.Alerts;
using Prober.Features.History;
using Prober.Features.History.Storage;
using Prober.Features.Maintenance;
using Prober.Features.Notifications;
using Prober.Features.Settings;

namespace Prober.Tests.Alerts;

/// <summary>The alerts of one target, over a history on the disk and a clock that a test moves.</summary>
public abstract class AlertBookHarness : IAsyncDisposable
{
    private readonly TempDirectory _folder = new("prober-alerts");
    private volatile bool _isFull;

    protected AlertBookHarness()
    {
        var probe = new TcpProbe("127.0.0.1", 9);
        Target = new(new("shop", probe), Now);
        Key = new(probe.Kind, "shop");
        History = HistoryFile.Open(new() { Path = _folder.Combine("prober.db") }, TimeProvider.System);
        Keeper = new(History, Time, NullLogger<HistoryKeeper>.Instance);
        Book = new(Notifiers, Calendar, Keeper, Options.Create(new ProberOptions()), Time);
    }

    private protected ManualTime Time { get; } = new();

    private protected WatchedTarget Target { get; }

    private protected TargetKey Key { get; }

    private protected HistoryFile History { get; }

    private protected HistoryKeeper Keeper { get; }

    private protected NotifierList Notifiers { get; } = new();

    private protected MaintenanceCalendar Calendar { get; } = new();

    private protected AlertBook Book { get; }

    private protected long Now => Time.GetUtcNow().ToUnixTimeMilliseconds();

    public async ValueTask DisposeAsync()
    {
        Keeper.Dispose();
        await History.DisposeAsync();
        _folder.Dispose();
        GC.SuppressFinalize(this);
    }

    /// <summary>From now on nothing is written, until there is room.</summary>
    private protected void FillDisk()
    {
        _isFull = true;
        Keeper.Add(_ =>
        {
            if (_isFull)
            {
                throw new IOException("No space left.");
            }
        });
    }

    private protected void FreeDisk() => _isFull = false;

    private protected void Change(TargetState state)
    {
        var change = new StateChange(Now, state, 0, "refused");
        Book.Changed(Target, change, writer => writer.Change(Key, change));
    }

    private protected void Probe(TargetState state) => Probe(state, Now);

    private protected void Probe(TargetState state, long since)
    {
        var result = state == TargetState.Up ? new ProbeResult() : new ProbeResult().Fail(FailureClass.Refused, "refused");
        Book.Probed(Target, Target.Status with { State = state, Since = since }, result);
    }

    private protected void Look() => Book.Look([Target]);

    private protected void MaintainToday() => Calendar.Use(
    [
        new("m", new([], ["shop"], new Dictionary<string, string>()), TimeZoneInfo.Utc, Time.GetUtcNow().UtcDateTime.Date,
            new HashSet<DayOfWeek>(), default, TimeSpan.FromDays(1)),
    ]);

    private protected void EscalateAfter(TimeSpan after) => Book.Use(new Dictionary<TargetKey, AlertPolicy>
    {
        [Key] = AlertPolicy.Default with { Escalation = new(after, AlertPolicy.Default.Channels) },
    });

    /// <summary>A prober before this one has left this state.</summary>
    private protected void Restart(string stored) => Book.Load([(Key, AlertState.Parse(stored))], 0, 0, []);

    private protected void Notify() =>
        Notifiers.Use([new("n", [NotifierDefinition.Default], false, TimeSpan.FromSeconds(1), 1, TimeSpan.FromSeconds(1), null!)]);

    /// <returns>The kinds of what is told, in their order.</returns>
    private protected async Task<IEnumerable<string>> ToldAsync() => (await SentAsync()).Select(row => row.Kind);

    private protected async Task<List<OutboxRow>> SentAsync()
    {
        await Keeper.FlushAsync().Within();
        return History.Read(reader => reader.Outbox("n", 1000));
    }

    private protected async Task FlushUntilAsync(Task kept)
    {
        while (!kept.IsCompleted)
        {
            await Keeper.FlushAsync();
        }

        await kept;
    }

    private protected AlertState Stored() => AlertState.Parse(History.Read(reader => reader.Alerts()).Values.ShouldHaveSingleItem());
}
