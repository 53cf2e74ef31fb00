using Microsoft.Extensions.Options;
using Prober.Engine.Timelines;
using Prober.Features.Alerts;
using Prober.Features.History.Storage;
using Prober.Features.Notifications;
using Prober.Features.Settings;

namespace Prober.Tests.Alerts;

/// <summary>
/// What is told and what is not, and what a person says while the disk is full, or the engine decides something at the same time.
/// </summary>
public sealed class AlertBookTests : AlertBookHarness
{
    private const string Note = "Ada looks";

    [Fact]
    public async Task Acknowledge_WhileAnOlderStateWaits_IsWrittenAfterIt()
    {
        FillDisk();
        Change(TargetState.Down);
        await Keeper.FlushAsync().Within();

        FreeDisk();
        var kept = Book.AcknowledgeAsync(Key, Note);
        await Keeper.FlushAsync().Within();

        await kept.Within();
        Stored().ShouldBe(Book.Find(Key));
        Stored().ShouldSatisfyAllConditions(state => state.IsTold.ShouldBeTrue(), state => state.IsAcknowledged.ShouldBeTrue());
    }

    [Fact]
    public void TakeOver_OfATargetNamedTwice_TakesTheLast()
    {
        Book.TakeOver(7, [(Key, AlertState.Calm), (Key, new() { IsTold = true })]);

        (Book.Find(Key).IsTold, Book.Edition).ShouldBe((true, 7));
    }

    [Fact]
    public async Task TakeOver_WhileAMessageWaits_DropsItAndKeepsTheEdition()
    {
        Notify();
        Change(TargetState.Down);
        (await SentAsync()).ShouldHaveSingleItem();

        Book.TakeOver(7, [(Key, AlertState.Calm)]);

        (await SentAsync()).ShouldBeEmpty();
        History.Read(reader => reader.Counters())[AlertBook.EditionCounter].ShouldBe(7);
        await FlushUntilAsync(Book.AcknowledgeAsync(Key, Note)).Within();
        History.Read(reader => reader.Counters())[AlertBook.EditionCounter].ShouldBe(8);
    }

    /// <summary>If this prober ends before it can deliver, another one has to tell what nobody knows.</summary>
    [Fact]
    public void All_UntilAReceiverHasTheMessage_SaysWhatTheReceiversKnow()
    {
        Notify();
        Change(TargetState.Down);
        var down = Now;
        Book.All().States.ShouldBeEmpty();
        Time.Pass(60_000);
        Change(TargetState.Up);
        var (up, edition) = (Now, Book.Edition);

        Book.Arrived(Key, down);

        Book.All().States.ShouldHaveSingleItem().State.IsTold.ShouldBeTrue(); // nobody knows yet that it is up
        Book.Edition.ShouldBe(edition + 1);
        Book.Arrived(Key, down); // another receiver
        Book.Edition.ShouldBe(edition + 1);
        Book.Arrived(Key, up);
        Book.All().States.ShouldBeEmpty();
        Book.Edition.ShouldBe(edition + 2);
    }

    [Fact]
    public async Task TakeOver_WhileAStormWaits_DropsItIfItIsOfThoseTargets()
    {
        Notify();
        var target = new NoticeTarget(Key.Kind, Key.Name, "", new Dictionary<string, string>());
        foreach (var name in new[] { Key.Name, "another" })
        {
            var storm = new Notice(NoticeKind.Storm, null, Time.GetUtcNow(), "") { Summary = new(21, 0, [target with { Name = name }]) };
            Keeper.Add(writer => writer.SendAboutAll("n", NoticeKind.Storm, Now, $"{storm}"));
        }

        (await SentAsync()).Count.ShouldBe(2);
        Book.TakeOver(7, [(Key, new() { IsTold = true })]);

        Notice.Parse((await SentAsync()).ShouldHaveSingleItem().Body).Summary!.First.ShouldHaveSingleItem().Name.ShouldBe("another");
    }

    [Fact]
    public async Task Load_WhileAMessageWaits_SaysThatNobodyKnows()
    {
        Notify();
        Change(TargetState.Down);
        (await SentAsync()).ShouldHaveSingleItem();

        var next = new AlertBook(Notifiers, Calendar, Keeper, Options.Create(new ProberOptions()), Time);
        next.Load([(Key, Stored())], 0, 1, History.Read(reader => reader.Untold(NoticeKind.Change)));

        next.Find(Key).IsTold.ShouldBeTrue();
        next.All().States.ShouldBeEmpty();
        next.Arrived(Key, Now);
        next.All().States.ShouldHaveSingleItem().State.IsTold.ShouldBeTrue();
    }

    [Fact]
    public async Task Silence_ThatIsNotKept_IsTakenBackAndTheNextOutageIsTold()
    {
        FillDisk();
        var refused = Book.SilenceAsync(Key, Now + 3_600_000, Note);

        await Keeper.FlushAsync().Within();

        await Should.ThrowAsync<HistoryUnavailableException>(refused.Within());
        Book.Find(Key).ShouldBe(AlertState.Calm);
        FreeDisk();
        Change(TargetState.Down);
        await Keeper.FlushAsync().Within();
        Stored().IsTold.ShouldBeTrue();
    }

    [Fact]
    public async Task Silence_ThatIsNotKept_LeavesWhatWasDecidedMeanwhile()
    {
        FillDisk();
        var refused = Book.SilenceAsync(Key, Now + 1000, Note);
        Time.Pass(2000);
        Change(TargetState.Down);

        await Keeper.FlushAsync().Within();

        await Should.ThrowAsync<HistoryUnavailableException>(refused.Within());
        Book.Find(Key)
            .ShouldSatisfyAllConditions(
                state => state.IsTold.ShouldBeTrue(), state => state.SilencedUntil.ShouldBe(0), state => state.Note.ShouldBe(""));
        FreeDisk();
        await Keeper.FlushAsync().Within();
        Stored().ShouldBe(Book.Find(Key));
    }

    [Fact]
    public async Task Acknowledge_ThatIsNotKept_DoesNotBringAnEndedOutageBack()
    {
        Change(TargetState.Down);
        FillDisk();
        var refused = Book.AcknowledgeAsync(Key, Note);
        Change(TargetState.Up);

        await Keeper.FlushAsync().Within();

        await Should.ThrowAsync<HistoryUnavailableException>(refused.Within());
        Book.Find(Key).ShouldBe(AlertState.Calm);
    }

    [Fact]
    public async Task Acknowledge_BehindASilenceThatIsNotKept_DoesNotBringItBack()
    {
        Change(TargetState.Down);
        FillDisk();
        var refused = Book.SilenceAsync(Key, Now + 3_600_000, "silent");
        var kept = Book.AcknowledgeAsync(Key, Note);
        await Keeper.FlushAsync().Within();
        await Should.ThrowAsync<HistoryUnavailableException>(refused.Within());

        FreeDisk();
        await FlushUntilAsync(kept).Within();

        Stored().ShouldBe(Book.Find(Key));
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
        Book.Find(Key).ShouldBe(AlertState.Calm);
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
        Time.Pass(Minute);
        Change(TargetState.Unknown);
        Time.Pass(8 * 60 * Minute);
        Change(TargetState.Down);
        Time.Pass(2 * Minute);
        var pause = new TimeRange(Now, Now + (5 * Minute));
        Time.Pass(pause.Length);
        Keeper.Add(writer => writer.Pause(pause, "the prober did not run")); // it stays down for the state machine
        Time.Pass(Minute);
        Change(TargetState.Up);

        var notice = Notice.Parse((await SentAsync())[^1].Body);

        notice.DownMilliseconds.ShouldBe(4 * Minute);
        notice.UnknownMilliseconds.ShouldBe(485 * Minute);
        notice.Text.ShouldContain("It was down for 00:04:00.\nIn between, its state was unknown for 08:05:00.");
    }

    [Fact]
    public async Task Up_AfterAnOutageThatWasSeenWhole_IsToldWithoutAGap()
    {
        Notify();
        Change(TargetState.Down);
        Time.Pass(60_000);
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

        Time.Pass((long)TimeSpan.FromDays(1).TotalMilliseconds);
        Probe(TargetState.Down);

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

        Time.Pass((long)TimeSpan.FromDays(1).TotalMilliseconds);
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
        Book.Find(Key).IsFlapping.ShouldBeTrue();
        Probe(TargetState.Up);
        (await ToldAsync()).ShouldBe(["steady"]);
        Book.Find(Key).ShouldBe(AlertState.Calm);
    }

    [Fact]
    public async Task Reminders_MoreThanAreKept_AreDroppedAndCounted()
    {
        Notify();
        Book.Use(new Dictionary<TargetKey, AlertPolicy> { [Key] = AlertPolicy.Default with { Max = 1000 } });
        await History.WriteAsync(writer =>
        {
            for (var number = 0; number < MessageRecords.MaxReminders; number++)
            {
                writer.Send(Key, "n", NoticeKind.Reminder, number, 0, "{}");
            }
        }).Within();
        Change(TargetState.Down);

        Probe(TargetState.Down);
        Probe(TargetState.Down);
        await Keeper.FlushAsync().Within();

        Book.RemindersDropped.ShouldBe(1);
        var waiting = History.Read(reader => reader.Outbox("n", 20_000));
        waiting.Count(row => row.Kind == NoticeKind.Reminder).ShouldBe(MessageRecords.MaxReminders);
        waiting[0].Made.ShouldBe(1); // the oldest went
        waiting.ShouldContain(row => row.Kind == NoticeKind.Change);
        var next = new AlertBook(Notifiers, Calendar, Keeper, Options.Create(new ProberOptions()), Time);
        next.Load([], History.Read(reader => reader.Counters())[MessageRecords.DroppedReminders], 0, []);
        next.RemindersDropped.ShouldBe(1);
    }
}
