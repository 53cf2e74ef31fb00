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

/// <summary>
/// What is told and what is not, and what a person says while the disk is full, or the engine decides something at the same time.
/// </summary>
public sealed class AlertBookTests : IAsyncDisposable
{
    private const string Note = "Ada looks";
    private readonly TempDirectory _folder = new("prober-alerts");
    private readonly ManualTime _time = new();
    private readonly WatchedTarget _target;
    private readonly TargetKey _key;
    private readonly HistoryFile _file;
    private readonly HistoryKeeper _keeper;
    private readonly NotifierList _notifiers = new();
    private readonly MaintenanceCalendar _calendar = new();
    private readonly AlertBook _book;
    private volatile bool _isFull;

    public AlertBookTests()
    {
        var probe = new TcpProbe("127.0.0.1", 9);
        _target = new(new("shop", probe), Now);
        _key = new(probe.Kind, "shop");
        _file = HistoryFile.Open(new() { Path = _folder.Combine("prober.db") }, TimeProvider.System);
        _keeper = new(_file, _time, NullLogger<HistoryKeeper>.Instance);
        _book = new(_notifiers, _calendar, _keeper, Options.Create(new ProberOptions()), _time);
    }

    private long Now => _time.GetUtcNow().ToUnixTimeMilliseconds();

    public async ValueTask DisposeAsync()
    {
        _keeper.Dispose();
        await _file.DisposeAsync();
        _folder.Dispose();
    }

    [Fact]
    public async Task Acknowledge_WhileAnOlderStateWaits_IsWrittenAfterIt()
    {
        FillDisk();
        Change(TargetState.Down);
        await _keeper.FlushAsync().Within();

        _isFull = false;
        var kept = _book.AcknowledgeAsync(_key, Note);
        await _keeper.FlushAsync().Within();

        await kept.Within();
        Stored().ShouldBe(_book.Find(_key));
        Stored().ShouldSatisfyAllConditions(state => state.IsTold.ShouldBeTrue(), state => state.IsAcknowledged.ShouldBeTrue());
    }

    [Fact]
    public async Task Silence_ThatIsNotKept_IsTakenBackAndTheNextOutageIsTold()
    {
        FillDisk();
        var refused = _book.SilenceAsync(_key, Now + 3_600_000, Note);

        await _keeper.FlushAsync().Within();

        await Should.ThrowAsync<HistoryUnavailableException>(refused.Within());
        _book.Find(_key).ShouldBe(AlertState.Calm);
        _isFull = false;
        Change(TargetState.Down);
        await _keeper.FlushAsync().Within();
        Stored().IsTold.ShouldBeTrue();
    }

    [Fact]
    public async Task Silence_ThatIsNotKept_LeavesWhatWasDecidedMeanwhile()
    {
        FillDisk();
        var refused = _book.SilenceAsync(_key, Now + 1000, Note);
        _time.Pass(2000);
        Change(TargetState.Down);

        await _keeper.FlushAsync().Within();

        await Should.ThrowAsync<HistoryUnavailableException>(refused.Within());
        _book.Find(_key)
            .ShouldSatisfyAllConditions(
                state => state.IsTold.ShouldBeTrue(), state => state.SilencedUntil.ShouldBe(0), state => state.Note.ShouldBe(""));
        _isFull = false;
        await _keeper.FlushAsync().Within();
        Stored().ShouldBe(_book.Find(_key));
    }

    [Fact]
    public async Task Acknowledge_ThatIsNotKept_DoesNotBringAnEndedOutageBack()
    {
        Change(TargetState.Down);
        FillDisk();
        var refused = _book.AcknowledgeAsync(_key, Note);
        Change(TargetState.Up);

        await _keeper.FlushAsync().Within();

        await Should.ThrowAsync<HistoryUnavailableException>(refused.Within());
        _book.Find(_key).ShouldBe(AlertState.Calm);
    }

    [Fact]
    public async Task Acknowledge_BehindASilenceThatIsNotKept_DoesNotBringItBack()
    {
        Change(TargetState.Down);
        FillDisk();
        var refused = _book.SilenceAsync(_key, Now + 3_600_000, "silent");
        var kept = _book.AcknowledgeAsync(_key, Note);
        await _keeper.FlushAsync().Within();
        await Should.ThrowAsync<HistoryUnavailableException>(refused.Within());

        _isFull = false;
        await FlushUntilAsync(kept).Within();

        Stored().ShouldBe(_book.Find(_key));
        Stored()
            .ShouldSatisfyAllConditions(
                state => state.IsAcknowledged.ShouldBeTrue(), state => state.SilencedUntil.ShouldBe(0), state => state.Note.ShouldBe(Note));
    }

    [Fact]
    public async Task Changes_ThatKeepComing_AreFlappingAndThenSteady()
    {
        Notify();
        for (var change = 0; change < 8; change++)
        {
            Change(change % 2 == 0 ? TargetState.Down : TargetState.Up);
            Probe(change % 2 == 0 ? TargetState.Down : TargetState.Up);
        }

        for (var probe = 0; probe < 20; probe++)
        {
            Probe(TargetState.Up);
        }

        (await ToldAsync()).ShouldBe(["change", "change", "change", "change", "change", "change", "flapping", "steady"]);
        _book.Find(_key).ShouldBe(AlertState.Calm);
    }

    /// <summary>What the prober did not see is no change of the target.</summary>
    [Fact]
    public async Task Changes_ToUnknownAndBack_AreNotFlapping()
    {
        Notify();
        Change(TargetState.Down);
        Change(TargetState.Up);
        for (var gap = 0; gap < 7; gap++)
        {
            Change(TargetState.Unknown);
            Change(TargetState.Up);
            Probe(TargetState.Up);
        }

        (await ToldAsync()).ShouldBe(["change", "change"]);
    }

    [Fact]
    public async Task Up_AfterATimeThatNobodyKnows_IsToldWithBothTimes()
    {
        const long Minute = 60_000;
        Notify();
        Change(TargetState.Down);
        _time.Pass(Minute);
        Change(TargetState.Unknown);
        _time.Pass(8 * 60 * Minute);
        Change(TargetState.Down);
        _time.Pass(2 * Minute);
        var pause = new TimeRange(Now, Now + (5 * Minute));
        _time.Pass(pause.Length);
        _keeper.Add(writer => writer.Pause(pause, "the prober did not run")); // it stays down for the state machine
        _time.Pass(Minute);
        Change(TargetState.Up);

        var notice = Notice.Parse((await SentAsync())[^1].Body);

        notice.DownMilliseconds.ShouldBe(4 * Minute);
        notice.UnknownMilliseconds.ShouldBe(485 * Minute);
        notice.Text.ShouldContain("It was down for 00:04:00.\nFor 08:05:00 in between nobody knows what it was.");
    }

    [Fact]
    public async Task Up_AfterAnOutageThatWasSeenWhole_IsToldWithoutAGap()
    {
        Notify();
        Change(TargetState.Down);
        _time.Pass(60_000);
        Change(TargetState.Up);

        var notice = Notice.Parse((await SentAsync())[^1].Body);

        notice.DownMilliseconds.ShouldBe(60_000);
        notice.UnknownMilliseconds.ShouldBeNull();
        notice.Text.ShouldNotContain("nobody knows");
    }

    [Fact]
    public async Task Change_InMaintenance_IsToldWhenThatIsOver()
    {
        Notify();
        MaintainToday();
        Change(TargetState.Down);
        Probe(TargetState.Down);
        (await ToldAsync()).ShouldBeEmpty();

        _time.Pass((long)TimeSpan.FromDays(1).TotalMilliseconds);
        Probe(TargetState.Down);

        (await ToldAsync()).ShouldBe(["change"]);
    }

    [Fact]
    public async Task Escalation_OfAnOutageThatBeganInMaintenance_IsMeasuredFromTheFirstMessage()
    {
        Notify();
        EscalateAfter(TimeSpan.FromMinutes(15));
        MaintainToday();
        Change(TargetState.Down);
        var since = Now;
        _time.Pass((long)TimeSpan.FromDays(1).TotalMilliseconds);

        Probe(TargetState.Down, since);
        Probe(TargetState.Down, since);
        _time.Pass((long)TimeSpan.FromMinutes(14).TotalMilliseconds);
        Probe(TargetState.Down, since);
        (await ToldAsync()).ShouldBe(["change"]);

        _time.Pass((long)TimeSpan.FromMinutes(1).TotalMilliseconds);
        Probe(TargetState.Down, since);
        (await ToldAsync()).ShouldBe(["change", "escalation"]);
    }

    [Fact]
    public async Task Escalation_OfAnOutageThatAnOlderProberTold_IsMeasuredFromItsBegin()
    {
        Notify();
        EscalateAfter(TimeSpan.FromMinutes(15));
        var since = Now;
        Restart($$"""{"IsTold":true,"Since":{{since}},"LastFailure":1,"Sent":1}""");

        _time.Pass((long)TimeSpan.FromMinutes(15).TotalMilliseconds);
        Probe(TargetState.Down, since);

        (await ToldAsync()).ShouldBe(["escalation"]);
    }

    /// <summary>A target may be probed once a day.</summary>
    [Theory]
    [InlineData(TargetState.Down)]
    [InlineData(TargetState.Unknown)]
    public async Task Look_WhenAnEscalationIsDue_TellsItWithoutAProbe(TargetState last)
    {
        Notify();
        EscalateAfter(TimeSpan.FromMinutes(15));
        Change(TargetState.Down);
        if (last == TargetState.Unknown)
        {
            Change(last);
        }

        _time.Pass((long)TimeSpan.FromMinutes(15).TotalMilliseconds - 1);
        Look();
        (await ToldAsync()).ShouldBe(["change"]);

        _time.Pass(1);
        Look();
        Look();
        (await ToldAsync()).ShouldBe(["change", "escalation"]);
    }

    [Fact]
    public async Task Look_AfterARestart_EscalatesWhatNobodyHasProbedSinceOnlyAfterTheWholeTime()
    {
        Notify();
        EscalateAfter(TimeSpan.FromMinutes(15));
        var since = Now;
        _time.Pass((long)TimeSpan.FromHours(8).TotalMilliseconds);
        Restart($"{new AlertState { IsTold = true, Since = since, ToldAt = since, LastFailure = 1, Sent = 1 }}");
        Look();
        (await ToldAsync()).ShouldBeEmpty();

        _time.Pass((long)TimeSpan.FromMinutes(15).TotalMilliseconds);
        Look();
        (await ToldAsync()).ShouldBe(["escalation"]);
    }

    [Fact]
    public async Task Look_WhenASilenceIsOver_TellsWhatItHeldBack()
    {
        Notify();
        var silent = _book.SilenceAsync(_key, Now + 1000, Note);
        var since = Now;
        Change(TargetState.Down);
        _time.Pass(999);
        Look();
        (await ToldAsync()).ShouldBeEmpty();
        await silent.Within();

        _time.Pass(1);
        Look();
        Look();

        var told = Notice.Parse((await SentAsync()).ShouldHaveSingleItem().Body);
        told.Kind.ShouldBe(NoticeKind.Change);
        told.At.ToUnixTimeMilliseconds().ShouldBe(since);
    }

    [Fact]
    public async Task Look_WhenASilenceIsOverAndTheTargetIsUnknown_TellsNothing()
    {
        Notify();
        var silent = _book.SilenceAsync(_key, Now + 1000, Note);
        Change(TargetState.Down);
        Change(TargetState.Unknown);
        _time.Pass(1000);

        Look();

        (await ToldAsync()).ShouldBeEmpty();
        await silent.Within();
    }

    [Fact]
    public async Task Look_WhenMaintenanceIsOver_TellsWhatItHeldBack()
    {
        Notify();
        MaintainToday();
        Change(TargetState.Down);
        Look();
        (await ToldAsync()).ShouldBeEmpty();

        _time.Pass((long)TimeSpan.FromDays(1).TotalMilliseconds);
        Look();

        (await ToldAsync()).ShouldBe(["change"]);
    }

    [Fact]
    public async Task Changes_InMaintenance_AreNotFlappingWhenItIsOver()
    {
        Notify();
        MaintainToday();
        for (var change = 0; change < 9; change++)
        {
            Change(change % 2 == 0 ? TargetState.Down : TargetState.Up);
            Probe(change % 2 == 0 ? TargetState.Down : TargetState.Up);
        }

        _time.Pass((long)TimeSpan.FromDays(1).TotalMilliseconds);
        Probe(TargetState.Down);
        Change(TargetState.Up);

        (await ToldAsync()).ShouldBe(["change", "change"]);
    }

    [Fact]
    public async Task Restart_WhileFlapping_IsSteadyOnlyAfterASpanOfProbes()
    {
        Notify();
        Restart($"{new AlertState { IsTold = true, Since = Now, IsFlapping = true }}");

        Change(TargetState.Up);
        for (var probe = 1; probe < FlapCounter.Span; probe++)
        {
            Probe(TargetState.Up);
        }

        (await ToldAsync()).ShouldBeEmpty();
        _book.Find(_key).IsFlapping.ShouldBeTrue();
        Probe(TargetState.Up);
        (await ToldAsync()).ShouldBe(["steady"]);
        _book.Find(_key).ShouldBe(AlertState.Calm);
    }

    [Fact]
    public async Task Reminders_MoreThanAreKept_AreDroppedAndCounted()
    {
        Notify();
        _book.Use(new Dictionary<TargetKey, AlertPolicy> { [_key] = AlertPolicy.Default with { Max = 1000 } });
        await _file.WriteAsync(writer =>
        {
            for (var number = 0; number < AlertBook.MaxReminders; number++)
            {
                writer.Send(_key, "n", NoticeKind.Reminder, number, 0, "{}");
            }
        }).Within();
        Change(TargetState.Down);

        Probe(TargetState.Down);
        Probe(TargetState.Down);
        await _keeper.FlushAsync().Within();

        _book.RemindersDropped.ShouldBe(1);
        var waiting = _file.Read(reader => reader.Outbox("n", 20_000));
        waiting.Count(row => row.Kind == NoticeKind.Reminder).ShouldBe(AlertBook.MaxReminders);
        waiting[0].Made.ShouldBe(1); // the oldest went
        waiting.ShouldContain(row => row.Kind == NoticeKind.Change);
        var next = new AlertBook(_notifiers, _calendar, _keeper, Options.Create(new ProberOptions()), _time);
        next.Load([], _file.Read(reader => reader.Counters())[AlertBook.DroppedReminders]);
        next.RemindersDropped.ShouldBe(1);
    }

    /// <summary>From now on nothing is written, until there is room.</summary>
    private void FillDisk()
    {
        _isFull = true;
        _keeper.Add(_ =>
        {
            if (_isFull)
            {
                throw new IOException("No space left.");
            }
        });
    }

    private void Change(TargetState state)
    {
        var change = new StateChange(Now, state, 0, "refused");
        _book.Changed(_target, change, writer => writer.Change(_key, change));
    }

    private void Probe(TargetState state) => Probe(state, Now);

    private void Probe(TargetState state, long since)
    {
        var result = state == TargetState.Up ? new ProbeResult() : new ProbeResult().Fail(FailureClass.Refused, "refused");
        _book.Probed(_target, _target.Status with { State = state, Since = since }, result);
    }

    private void Look() => _book.Look([_target]);

    private void MaintainToday() => _calendar.Use(
    [
        new("m", new([], ["shop"], new Dictionary<string, string>()), TimeZoneInfo.Utc, _time.GetUtcNow().UtcDateTime.Date,
            new HashSet<DayOfWeek>(), default, TimeSpan.FromDays(1)),
    ]);

    private void EscalateAfter(TimeSpan after) => _book.Use(new Dictionary<TargetKey, AlertPolicy>
    {
        [_key] = AlertPolicy.Default with { Escalation = new(after, AlertPolicy.Default.Channels) },
    });

    /// <summary>A prober before this one has left this state.</summary>
    private void Restart(string stored) => _book.Load([(_key, AlertState.Parse(stored))], 0);

    private void Notify() =>
        _notifiers.Use([new("n", [NotifierDefinition.Default], false, TimeSpan.FromSeconds(1), 1, TimeSpan.FromSeconds(1), null!)]);

    /// <returns>The kinds of what is told, in their order.</returns>
    private async Task<IEnumerable<string>> ToldAsync() => (await SentAsync()).Select(row => row.Kind);

    private async Task<List<OutboxRow>> SentAsync()
    {
        await _keeper.FlushAsync().Within();
        return _file.Read(reader => reader.Outbox("n", 1000));
    }

    private async Task FlushUntilAsync(Task kept)
    {
        while (!kept.IsCompleted)
        {
            await _keeper.FlushAsync();
        }

        await kept;
    }

    private AlertState Stored() => AlertState.Parse(_file.Read(reader => reader.Alerts()).Values.ShouldHaveSingleItem());
}
