using Journal.Log.Frames;
using System.Globalization;
using Microsoft.Extensions.DependencyInjection;

namespace Journal.Tests;

/// <summary>Connections that say nothing, and too many of them.</summary>
public sealed class SilenceTests
{
    private static readonly TimeSpan IdleTimeout = TimeSpan.FromSeconds(30);

    private readonly ManualTime _time = new();

    [Theory]
    [InlineData("11 hello", "6 world!")]
    [InlineData("hello", "world!\n")]
    public async Task Tcp_SilenceWithinAMessage_EndsTheConnectionAndKeepsWhatCame(string begun, string whole)
    {
        await using var host = await StartAsync();
        using var sender = await StreamClient.ConnectAsync(host.Tcp);
        await sender.SendAsync(whole);
        await host.UntilAsync(1);
        _time.Advance(10 * IdleTimeout); // silence between two messages is no fault

        await sender.SendAsync(whole);
        await host.UntilAsync(2);
        await sender.SendAsync(begun);
        await _time.AdvanceUntilAsync(IdleTimeout, () => sender.Ended.IsCompleted);

        await host.UntilAsync(3);
        host.Lines().ShouldBe(["world!", "world!", "hello"]);
        host.Records()[2].Marks.ShouldBe(RecordMarks.Truncated);
    }

    [Theory]
    [InlineData("2 syslog 10 hello")]
    [InlineData("2 sys")]
    [InlineData("2 syslog 200000 ", 150_000)] // of a message whose end is dropped
    public async Task Relp_SilenceWithinAFrame_EndsTheConnection(string begun, int more = 0)
    {
        await using var host = await StartAsync();
        using var sender = await StreamClient.ConnectAsync(host.Relp);
        await sender.SendAsync("1 open 0\n");
        await sender.UntilHeardAsync("1 rsp ");
        _time.Advance(10 * IdleTimeout);

        await sender.SendAsync(begun + new string('x', more));
        await _time.AdvanceUntilAsync(IdleTimeout, () => sender.Ended.IsCompleted);

        host.Writer.Losses.Refused.ShouldBe(1);
        host.Records().ShouldBeEmpty();
    }

    /// <summary>Silence is allowed; a sender that is gone without a word is found out by the probes that it does not answer.</summary>
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Connections_Open_AreProbed(bool isRelp)
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "Only Linux shows the timers of its sockets.");
        await using var host = await StartAsync();
        var port = isRelp ? host.Relp : host.Tcp;

        using var sender = await StreamClient.ConnectAsync(port);

        // proc(5): the timer names what it waits for, 2 a probe, and how long in hundredths of a second.
        await Deadline.UntilAsync(() => File.ReadLines("/proc/net/tcp")
            .Select(line => line.Split(' ', StringSplitOptions.RemoveEmptyEntries))
            .Any(socket => socket[1].EndsWith($":{port:X4}", StringComparison.Ordinal) && socket[3] == "01"
                && socket[5].StartsWith("02:", StringComparison.Ordinal)
                && int.Parse(socket[5][3..], NumberStyles.HexNumber, CultureInfo.InvariantCulture) <= 6000));
    }

    /// <summary>The bound is one over all listeners; whoever goes makes room.</summary>
    [Fact]
    public async Task Connections_MoreThanMayBe_AreClosedAndCounted()
    {
        await using var host = await StartAsync("MaxConnections=1");
        using var first = await StreamClient.ConnectAsync(host.Tcp);
        await first.SendAsync("first\n");
        await host.UntilAsync(1);

        using var tcp = await StreamClient.ConnectAsync(host.Tcp);
        using var relp = await StreamClient.ConnectAsync(host.Relp);
        await Task.WhenAll(tcp.Ended, relp.Ended).Within();
        host.Writer.Losses.Refused.ShouldBe(2);

        await first.EndAsync();
        using var next = await StreamClient.ConnectAsync(host.Relp);
        await next.SendAsync("1 open 0\n");
        await next.UntilHeardAsync("1 rsp ");
        host.Lines().ShouldBe(["first"]);
    }

    private Task<JournalHost> StartAsync(params string[] settings) =>
        JournalHost.StartWithAsync(services => services.AddSingleton<TimeProvider>(_time), settings);
}
