using Journal.Log.Frames;
using Journal.Log.Reading;
using Microsoft.Extensions.DependencyInjection;

namespace Journal.Tests;

/// <summary>The machine's clock is set back: the sequence goes on, and the frame says so.</summary>
public sealed class ClockTests
{
    [Fact]
    public async Task SetBack_WhileItRuns_MarksTheFrameAndSequenceDecides()
    {
        var time = new ManualTime();
        await using var host = await JournalHost.StartWithAsync(services => services.AddSingleton<TimeProvider>(time));
        using var sender = await StreamClient.ConnectAsync(host.Tcp);
        await sender.SendAsync("before\n");
        await host.UntilAsync(1);

        time.SetBack(TimeSpan.FromHours(1));
        await sender.SendAsync("after\n");
        await host.UntilAsync(2);

        host.Records().Select(record => record.Sequence).ShouldBe([0, 1]);
        host.Lines().ShouldBe(["before", "after"]);
        host.Records()[1].ReceivedAt.ShouldBeLessThan(host.Records()[0].ReceivedAt);
        new LogReader(host.Folder, JournalHost.Reader, _ => null).Read(0, _ => true)
            .Count(frame => frame.Found.Header!.Kinds.HasFlag(FrameKinds.ClockSetBack)).ShouldBe(1);
        var report = await host.StopAsync();
        report.Damages.ShouldBeEmpty();
        report.ClockSetBacks.ShouldBe(1);
        report.FirstClockSetBack.ShouldNotBeNull();
    }
}
