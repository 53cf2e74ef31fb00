using Sigma.Streams.Correlating;

namespace Sigma.Streams.Tests;

/// <summary>Time runs on where nothing comes, and hardly while nobody looks.</summary>
public sealed class WatermarkTests
{
    private static readonly TimeSpan Lateness = TimeSpan.FromSeconds(60);
    private static readonly DateTimeOffset Event = DateTimeOffset.UnixEpoch.AddDays(20_000);
    private static readonly DateTimeOffset Now = Event.AddHours(1);

    private readonly Watermarks _watermarks = new(Lateness);

    [Fact]
    public void LeaveOut_AfterAPauseInWhichNobodyLooked_WaitsForAllPartitions()
    {
        _watermarks.Saw("files", 0, Event, Now);
        _watermarks.Saw("files", 1, Event.AddMinutes(5), Now);

        _watermarks.LeaveOut(Now.AddMinutes(10)).ShouldBeEmpty();

        _watermarks.Watermark.ShouldBe(Event - Lateness);
    }

    [Fact]
    public void LeaveOut_PartitionThatIsIdleWhileAnotherIsNot_IsNotWaitedFor()
    {
        _watermarks.Saw("files", 0, Event, Now);
        for (var second = 0; second <= 31; second++)
        {
            _watermarks.Saw("files", 1, Event.AddMinutes(5), Now.AddSeconds(second));
        }

        _watermarks.LeaveOut(Now.AddSeconds(31)).ShouldBe([("files", 0u)]);

        _watermarks.Watermark.ShouldBe(Event.AddMinutes(5) - Lateness);
    }

    [Fact]
    public void LeaveOut_WhileAllAreIdle_RunsOnWithTheClockAsFarAsSomebodyLooked()
    {
        _watermarks.Saw("files", 0, Event, Now);
        for (var second = 1; second <= 600; second++)
        {
            _watermarks.LeaveOut(Now.AddSeconds(second));
        }

        _watermarks.Watermark.ShouldBe(Event.AddSeconds(600) - Lateness);
        _watermarks.LeaveOut(Now.AddHours(1));
        _watermarks.Watermark.ShouldBe(Event.AddSeconds(615) - Lateness);
    }

    [Fact]
    public void Saw_ClocksOfTwoInstancesThatDiffer_LeavesNoPartitionOut()
    {
        for (var second = 0; second < 10; second++)
        {
            _watermarks.Saw("kafka:events", 0, Event, Now.AddSeconds(second));
            _watermarks.Saw("kafka:events", 1, Event.AddMinutes(5), Now.AddSeconds(second).AddHours(1));
        }

        _watermarks.LeaveOut(Now.AddSeconds(10)).ShouldBeEmpty();
        _watermarks.LeaveOut(Now.AddSeconds(10).AddHours(1)).ShouldBeEmpty();
    }
}
