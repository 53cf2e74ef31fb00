using Prober.Engine.Timelines;
using Prober.Features.Alerts;
using Prober.Features.Notifications;

namespace Prober.Tests.Alerts;

/// <summary>Escalations, and the ends of silences and maintenance: they come with time, and wait for no probe.</summary>
public sealed class AlertTimesTests : AlertBookHarness
{
    private const string Note = "Ada looks";

    [Fact]
    public async Task Escalation_OfAnOutageThatBeganInMaintenance_IsMeasuredFromTheFirstMessage()
    {
        Notify();
        EscalateAfter(TimeSpan.FromMinutes(15));
        MaintainToday();
        Change(TargetState.Down);
        var since = Now;
        Time.Pass((long)TimeSpan.FromDays(1).TotalMilliseconds);

        Probe(TargetState.Down, since);
        Probe(TargetState.Down, since);
        Time.Pass((long)TimeSpan.FromMinutes(14).TotalMilliseconds);
        Probe(TargetState.Down, since);
        (await ToldAsync()).ShouldBe(["change"]);

        Time.Pass((long)TimeSpan.FromMinutes(1).TotalMilliseconds);
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

        Time.Pass((long)TimeSpan.FromMinutes(15).TotalMilliseconds);
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

        Time.Pass((long)TimeSpan.FromMinutes(15).TotalMilliseconds - 1);
        Look();
        (await ToldAsync()).ShouldBe(["change"]);

        Time.Pass(1);
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
        Time.Pass((long)TimeSpan.FromHours(8).TotalMilliseconds);
        Restart($"{new AlertState { IsTold = true, Since = since, ToldAt = since, LastFailure = 1, Sent = 1 }}");
        Look();
        (await ToldAsync()).ShouldBeEmpty();

        Time.Pass((long)TimeSpan.FromMinutes(15).TotalMilliseconds);
        Look();
        (await ToldAsync()).ShouldBe(["escalation"]);
    }

    [Fact]
    public async Task Look_WhenASilenceIsOver_TellsWhatItHeldBack()
    {
        Notify();
        var silent = Book.SilenceAsync(Key, Now + 1000, Note);
        var since = Now;
        Change(TargetState.Down);
        Time.Pass(999);
        Look();
        (await ToldAsync()).ShouldBeEmpty();
        await silent.Within();

        Time.Pass(1);
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
        var silent = Book.SilenceAsync(Key, Now + 1000, Note);
        Change(TargetState.Down);
        Change(TargetState.Unknown);
        Time.Pass(1000);

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

        Time.Pass((long)TimeSpan.FromDays(1).TotalMilliseconds);
        Look();

        (await ToldAsync()).ShouldBe(["change"]);
    }
}
