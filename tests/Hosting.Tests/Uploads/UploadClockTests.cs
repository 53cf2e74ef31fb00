using Journal.Tests;
using Hosting.Uploads;

namespace Hosting.Tests.Uploads;

/// <summary>A sender's clock runs only while the host waits for it, and it can send.</summary>
public sealed class UploadClockTests
{
    private static readonly UploadPace Pace = new(
        TimeSpan.FromSeconds(30), TimeSpan.FromMinutes(10), MinDataRate: 1000, MinDataRateGrace: TimeSpan.FromSeconds(10));

    private readonly ManualTime _time = new(stands: true);

    [Fact]
    public void Clock_HostReadsNothingForLongerThanTheGrace_StaysQuiet()
    {
        using var clock = new UploadClock(Pace, _time, CancellationToken.None);
        clock.Arm(0);
        _time.Advance(TimeSpan.FromSeconds(9));
        clock.Stop();

        _time.Advance(TimeSpan.FromHours(1)); // the host is at work, or stands still
        clock.Arm(1);

        clock.Token.IsCancellationRequested.ShouldBeFalse();
        _time.Advance(TimeSpan.FromSeconds(2));
        clock.Token.IsCancellationRequested.ShouldBeTrue();
        clock.Reason(new OperationCanceledException()).Detail.ShouldStartWith("An upload has to send at least 1 kB");
    }

    [Fact]
    public void Clock_AnotherUploadOfTheConnectionIsNotRead_StaysQuiet()
    {
        var window = new ConnectionWindow(_time);
        using var clock = new UploadClock(Pace, _time, CancellationToken.None, window);
        clock.Arm(0);
        _time.Advance(TimeSpan.FromSeconds(5));

        window.Hold();
        _time.Advance(TimeSpan.FromHours(1));
        clock.Token.IsCancellationRequested.ShouldBeFalse();
        window.Resume();
        _time.Advance(TimeSpan.FromSeconds(4));
        clock.Token.IsCancellationRequested.ShouldBeFalse();

        _time.Advance(TimeSpan.FromSeconds(2));
        clock.Token.IsCancellationRequested.ShouldBeTrue();
    }

    [Theory]
    [InlineData(30, "No byte came for 30 s")]
    [InlineData(10, "at least 500 bytes per second")]
    public void Clock_SilentSender_IsCalledByTheFirstRule(int grace, string words)
    {
        using var clock = new UploadClock(
            Pace with { MinDataRate = 500, MinDataRateGrace = TimeSpan.FromSeconds(grace + 1) }, _time, CancellationToken.None);
        clock.Arm(0);

        _time.Advance(TimeSpan.FromSeconds(31));

        clock.Reason(new OperationCanceledException()).Detail.ShouldContain(words);
    }

    [Fact]
    public void Clock_ManyShortWaits_CountTogether()
    {
        using var clock = new UploadClock(Pace, _time, CancellationToken.None);
        for (var i = 0; i < 11; i++)
        {
            clock.Token.IsCancellationRequested.ShouldBeFalse();
            clock.Arm(i);
            _time.Advance(TimeSpan.FromSeconds(1));
            clock.Stop();
        }

        clock.Arm(11);
        _time.Advance(TimeSpan.FromMilliseconds(20));

        clock.Token.IsCancellationRequested.ShouldBeTrue();
    }

    [Fact]
    public void Clock_ClientGone_Fires()
    {
        using var client = new CancellationTokenSource();
        using var clock = new UploadClock(Pace, _time, client.Token);

        client.Cancel();

        clock.Token.IsCancellationRequested.ShouldBeTrue();
        clock.Reason(new OperationCanceledException()).ShouldBe(UploadErrors.ClientGone);
    }
}
