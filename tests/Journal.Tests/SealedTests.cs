using System.Net.Sockets;
using System.Text;
using Journal.Features.Ingest;
using Journal.Features.Sealed;
using Journal.Log.Frames;
using Journal.Log.Senders;
using Journal.Log.Writing;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;

namespace Journal.Tests;

/// <summary>Datagrams under a sender's key.</summary>
public sealed class SealedTests : IDisposable
{
    private readonly SendingMachine _machine = new();

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    public void Dispose() => _machine.Dispose();

    [Fact]
    public async Task Send_ToAJournalThatRuns_IsStoredUnderTheSendersName()
    {
        await using var host = await JournalHost.StartAsync();
        await _machine.JoinAsync(host);
        var lines = Enumerable.Range(0, 500).Select(i => $"<13>Nov 22 10:00:00 web-1 app: line {i}").ToList();

        await _machine.SendAsync(host, string.Join('\n', lines));
        await host.UntilAsync(lines.Count);

        host.Lines().ShouldBe(lines);
        host.Records().ShouldAllBe(record =>
            record.Source == new RecordSource(SourceKind.Sealed, "web-1") && record.Marks == RecordMarks.Rfc3164);
        (host.Writer.Losses.Missing, host.Writer.Losses.Refused).ShouldBe((0, 0));
        (await host.StopAsync()).Damages.ShouldBeEmpty();
    }

    [Fact]
    public async Task Send_TwiceAndWithAnEmptyInput_BeginsASessionEachTime()
    {
        await using var host = await JournalHost.StartAsync();
        await _machine.JoinAsync(host);

        await _machine.SendAsync(host, "one\r\n\n");
        await _machine.SendAsync(host, "");
        await _machine.SendAsync(host, "two");
        await host.UntilAsync(2);

        host.Lines().ShouldBe(["one", "two"]);
        host.Writer.Losses.Refused.ShouldBe(0);
    }

    [Fact]
    public async Task Datagrams_ReplayedForgedOrOfStrangers_AreRefusedAndCounted()
    {
        await using var host = await JournalHost.StartAsync();
        var key = await _machine.JoinAsync(host);
        using var socket = new UdpClient("127.0.0.1", host.Udp);
        var first = Seal(key, 1, 1, "first");
        var forged = Seal(key, 1, 2, "forged");
        forged[^1] ^= 1;

        var strange = Seal(SenderKey.Create("stranger"), 1, 1, "stranger");

        foreach (var datagram in new[] { first, first, forged, strange, Seal(key, 1, 2, "second") })
        {
            await socket.SendAsync(datagram, Token);
        }

        await host.UntilAsync(2);
        await Deadline.UntilAsync(() => host.Writer.Losses.Refused == 3);
        host.Lines().ShouldBe(["first", "second"]);
    }

    [Fact]
    public async Task Datagrams_AFloodOfForgeries_IsALineOfTheLogASecond()
    {
        await using var host = await JournalHost.StartAsync();
        var key = await _machine.JoinAsync(host);
        var time = new ManualTime(stands: true);
        using var intake = IntakeOf(host, time);
        var strange = Seal(SenderKey.Create("stranger"), 1, 1, "stranger");
        var forged = Seal(key, 1, 1, "forged");
        forged[^1] ^= 1;

        for (var round = 0; round < 3; round++)
        {
            for (var i = 0; i < 500; i++)
            {
                intake.TryTake(strange).ShouldBeTrue();
                intake.TryTake(forged).ShouldBeTrue();
            }

            time.Advance(TimeSpan.FromSeconds(1));
        }

        host.Logged.Where(line => line.Contains("were refused", StringComparison.Ordinal)).Select(line => line.Split(' ')[0])
            .ShouldBe(["1", "1000", "1000"]);
        host.Writer.Losses.Refused.ShouldBe(3000);
    }

    [Fact]
    public async Task Datagrams_Missing_AreCountedAndTheNextIsMarked()
    {
        await using var host = await JournalHost.StartAsync();
        var key = await _machine.JoinAsync(host);
        using var socket = new UdpClient("127.0.0.1", host.Udp);

        await socket.SendAsync(Seal(key, 1, 1, "1"), Token);
        await socket.SendAsync(Seal(key, 1, 4, "4"), Token);
        await socket.SendAsync(Seal(key, 2, 1, "new session"), Token);
        await host.UntilAsync(3);

        host.Writer.Losses.Missing.ShouldBe(2);
        host.Records().Select(record => record.Marks).ShouldBe([RecordMarks.None, RecordMarks.NumberJumped, RecordMarks.None]);
    }

    [Fact]
    public async Task Marks_OfAHostThatStopped_AreKeptWithWhatIsMissing()
    {
        await using var host = await JournalHost.StartAsync();
        var key = await _machine.JoinAsync(host);
        using (var socket = new UdpClient("127.0.0.1", host.Udp))
        {
            await socket.SendAsync(Seal(key, 9, 1, "1"), Token);
            await socket.SendAsync(Seal(key, 9, 2000, "2000"), Token);
            await host.UntilAsync(2);
        }

        await host.StopAsync();

        new SenderFolder(host.Folder).Read().ShouldHaveSingleItem().Mark.ShouldBe(new SenderMark(9, 2000, 976 - 1));
    }

    [Fact]
    public async Task Marks_TheDiskDidNotTake_AreKeptLater()
    {
        await using var host = await JournalHost.StartAsync();
        var key = await _machine.JoinAsync(host);
        var obstacle = Directory.CreateDirectory(Path.Combine(host.Folder.Path, "senders", "web-1.mark.new"));
        using (var socket = new UdpClient("127.0.0.1", host.Udp))
        {
            await socket.SendAsync(Seal(key, 9, 1, "1"), Token);
            await host.UntilAsync(1);
            await Deadline.UntilAsync(() => host.Logged.Any(line => line.Contains("cannot be saved", StringComparison.Ordinal)));
        }

        obstacle.Delete();
        await host.StopAsync();

        new SenderFolder(host.Folder).Read().ShouldHaveSingleItem().Mark.ShouldBe(new SenderMark(9, 1, 0));
    }

    [Fact]
    public async Task Datagram_Resumed_MarksItsLines()
    {
        await using var host = await JournalHost.StartAsync();
        var key = await _machine.JoinAsync(host);
        new SenderFolder(host.Folder).Save("web-1", new(9, 5, 0)); // as an earlier start has left it
        using var socket = new UdpClient("127.0.0.1", host.Udp);

        await socket.SendAsync(Seal(key, 9, 5, "before"), Token);
        await socket.SendAsync(Seal(key, 9, 6, "after"), Token);
        await host.UntilAsync(1);

        host.Records().ShouldHaveSingleItem().Marks.ShouldBe(RecordMarks.Resumed);
        host.Lines().ShouldBe(["after"]);
    }

    /// <summary>When a journal was killed, its marks are up to a second old: what came then is stored, and not missing.</summary>
    [Theory]
    [InlineData(true, 1, 0)]
    [InlineData(false, 3, 2)]
    public async Task Marks_AfterAKill_LeaveOpenWhatCameBeforeTheFirstDatagram(bool killed, uint last, long missing)
    {
        var folder = JournalHost.Make(_machine.Directory);
        SenderKey key;
        await using (var host = await JournalHost.StartOnAsync(folder, null))
        {
            key = await _machine.JoinAsync(host);
            await SendAsync(host.Udp, Seal(key, 9, 1, "1"), Seal(key, 9, 2, "2"), Seal(key, 9, 3, "3"));
            await host.UntilAsync(3);
        }

        var senders = new SenderFolder(folder);
        senders.Read().ShouldHaveSingleItem().Mark.ShouldBe(new SenderMark(9, 3, 0));
        if (killed)
        {
            senders.Save("web-1", new(9, last, 0));
            senders.SaveEnd(last);
        }

        await using var next = await JournalHost.StartOnAsync(folder, null);
        await SendAsync(next.Udp, Seal(key, 9, 6, "6"), Seal(key, 10, 1, "another session"));
        await next.UntilAsync(5);

        next.Writer.Losses.Missing.ShouldBe(missing);
    }

    [Fact]
    public async Task Key_Replaced_CountsWithinASecondAndTheOldOneNoMore()
    {
        await using var host = await JournalHost.StartAsync();
        var old = await _machine.JoinAsync(host);
        var time = new ManualTime(stands: true);
        using var intake = IntakeOf(host, time);
        intake.TryTake(Seal(old, 9, 7, "old"));
        new SenderFolder(host.Folder).Save("web-1", new(9, 7, 5));

        File.Delete(_machine.KeyFile);
        (await SenderCommand.RemoveAsync(host.Folder, "web-1", TextWriter.Null)).ShouldBe(0);
        var key = await _machine.JoinAsync(host);
        time.Advance(TimeSpan.FromSeconds(1));
        intake.TryTake(Seal(old, 9, 8, "old again"));
        intake.TryTake(Seal(key, 1, 1, "new"));
        await host.UntilAsync(2);

        host.Lines().ShouldBe(["old", "new"]);
        host.Writer.Losses.Refused.ShouldBe(1);
        new SenderFolder(host.Folder).Read().ShouldHaveSingleItem().Mark.ShouldBe(new SenderMark(0, 0, 5));
    }

    [Fact]
    public async Task Key_TakenAway_IsRefusedWithinASecond()
    {
        await using var host = await JournalHost.StartAsync();
        var key = await _machine.JoinAsync(host);
        var time = new ManualTime(stands: true);
        using var intake = IntakeOf(host, time);
        intake.TryTake(Seal(key, 9, 1, "before"));

        (await SenderCommand.RemoveAsync(host.Folder, "web-1", TextWriter.Null)).ShouldBe(0);
        time.Advance(TimeSpan.FromSeconds(1));
        intake.TryTake(Seal(key, 9, 2, "after"));
        await host.UntilAsync(1);

        host.Lines().ShouldBe(["before"]);
        host.Writer.Losses.Refused.ShouldBe(1);
        foreach (var name in new[] { "web-1", "../keys/identity" })
        {
            (await Should.ThrowAsync<JournalRefusedException>(() => SenderCommand.RemoveAsync(host.Folder, name, TextWriter.Null)))
                .Message.ShouldBe($"There is no sender {name}.");
        }
    }

    private static SealedIntake IntakeOf(JournalHost host, TimeProvider time) => new(
        host.Folder, host.Services.GetRequiredService<Ingester>(), time, host.Services.GetRequiredService<ILogger<SealedIntake>>());

    private static async Task SendAsync(int port, params byte[][] datagrams)
    {
        using var socket = new UdpClient("127.0.0.1", port);
        foreach (var datagram in datagrams)
        {
            await socket.SendAsync(datagram, Token);
        }
    }

    private static byte[] Seal(SenderKey key, uint session, uint count, string line)
    {
        using var seal = new SealedDatagram(key);
        var packet = new LinePacket();
        packet.TryAdd(Encoding.UTF8.GetBytes(line), 1000).ShouldBeTrue();
        var datagram = new byte[packet.Bytes.Length + SealedDatagram.Overhead];
        seal.Seal(session, count, packet.Bytes, datagram);
        return datagram;
    }
}
