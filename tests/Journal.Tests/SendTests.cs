using System.IO.Pipelines;
using System.Net;
using System.Net.Sockets;
using System.Text;
using Journal.Features.Sealed;
using Journal.Log.Frames;
using Journal.Log.Senders;
using Journal.Log.Writing;

namespace Journal.Tests;

/// <summary>The command that sends sealed datagrams: what it does with its key, with long lines, and when nobody listens.</summary>
public sealed class SendTests : IDisposable
{
    private readonly SendingMachine _machine = new();

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    private string SessionFile => $"{_machine.KeyFile}.session";

    public void Dispose() => _machine.Dispose();

    [Fact]
    public async Task Send_WhileAnotherHasTheKey_IsRefused()
    {
        await using var host = await StartAsync();
        using (SendNumbers.Begin(_machine.KeyFile, TimeProvider.System))
        {
            (await Should.ThrowAsync<JournalRefusedException>(() => _machine.SendAsync(host, "line")))
                .Message.ShouldContain("another journal send");
        }

        await _machine.SendAsync(host, "line");
        await host.UntilAsync(1);
    }

    /// <summary>A session that came twice would undo the encryption.</summary>
    [Theory]
    [InlineData("")]
    [InlineData("no number")]
    [InlineData("-1")]
    [InlineData("4294967295")] // none is larger
    public async Task Send_TheLastSessionIsNotKnown_IsRefused(string content)
    {
        await using var host = await StartAsync();
        await File.WriteAllTextAsync(SessionFile, content, Token);

        (await Should.ThrowAsync<JournalRefusedException>(() => _machine.SendAsync(host, "line"))).Message.ShouldStartWith(SessionFile);

        (await File.ReadAllTextAsync(SessionFile, Token)).ShouldBe(content);
    }

    [Fact]
    public async Task Send_MoreDatagramsThanASessionHas_BeginsAnother()
    {
        await using var host = await StartAsync();
        var lines = Enumerable.Range(0, 5).Select(line => $"{line}" + new string('x', 1000)).ToList(); // a datagram each
        using var numbers = SendNumbers.Begin(_machine.KeyFile, TimeProvider.System, maxCount: 2);
        var first = numbers.Session;
        using var input = new MemoryStream(Encoding.UTF8.GetBytes(string.Join('\n', lines)));
        var key = SenderKey.Parse(await File.ReadAllTextAsync(_machine.KeyFile, Token));

        (await SendCommand.RunAsync(input, $"127.0.0.1:{host.Udp}", key, numbers, TextWriter.Null, TimeProvider.System, Token).Within())
            .ShouldBe(0);
        await host.UntilAsync(5);

        host.Lines().ShouldBe(lines);
        host.Records().ShouldAllBe(record => record.Marks == RecordMarks.None);
        (host.Writer.Losses.Missing, host.Writer.Losses.Refused).ShouldBe((0, 0));
        numbers.Session.ShouldBeGreaterThan(first + 1);
        (await File.ReadAllTextAsync(SessionFile, Token)).ShouldBe($"{numbers.Session}");
    }

    [Fact]
    public async Task Send_ALineLongerThanADatagram_IsOneLineThatLosesItsEnd()
    {
        await using var host = await StartAsync();

        var said = await _machine.SendAsync(host, $"{new string('a', 200_000)}\nnext\n{new string('b', 200_000)}");
        await host.UntilAsync(3);

        host.Lines().ShouldBe([new('a', LinePacket.MaxLineBytes), "next", new('b', LinePacket.MaxLineBytes)]);
        said.ShouldContain(" 2 lines were longer than a datagram");
    }

    /// <summary>The network says so of a datagram when the next one is sent.</summary>
    [Fact]
    public async Task Send_WhileNobodyListens_SaysSoOnceAndGoesOn()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "Only Linux tells a sender that nobody listens.");
        await using var host = await StartAsync();
        using var listener = new UdpClient(new IPEndPoint(IPAddress.Loopback, 0));
        var endpoint = (IPEndPoint)listener.Client.LocalEndPoint!;
        listener.Dispose();
        var pipe = new Pipe(new PipeOptions(pauseWriterThreshold: 1, resumeWriterThreshold: 1)); // a line is read before the next is given
        var messages = new CountingWriter();
        var sending = SendCommand.RunAsync(
            pipe.Reader.AsStream(), $"{endpoint}", _machine.KeyFile, messages, new ManualTime(stands: true), Token);

        await SendUntilAsync(pipe.Writer, () => messages.Lines > 0 || sending.IsCompleted);
        for (var line = 0; line < 20; line++)
        {
            await SendAsync(pipe.Writer);
        }

        using var returned = new UdpClient(endpoint);
        var received = returned.ReceiveAsync(Token).AsTask();
        await SendUntilAsync(pipe.Writer, () => received.IsCompleted || sending.IsCompleted);
        await pipe.Writer.CompleteAsync();

        (await sending.Within()).ShouldBe(0);
        SealedDatagram.Read((await received.Within()).Buffer).ShouldNotBeNull();
        messages.ToString().Split("Nobody receives datagrams").Length.ShouldBe(2);
    }

    private static async Task SendUntilAsync(PipeWriter input, Func<bool> condition)
    {
        using var deadline = CancellationTokenSource.CreateLinkedTokenSource(Token);
        deadline.CancelAfter(Deadline.Default);
        while (!condition())
        {
            deadline.Token.ThrowIfCancellationRequested();
            await SendAsync(input);
        }
    }

    private static async Task SendAsync(PipeWriter input) => await input.WriteAsync("line\n"u8.ToArray(), Token).Within();

    private async Task<JournalHost> StartAsync()
    {
        var host = await JournalHost.StartAsync();
        await _machine.JoinAsync(host);
        return host;
    }

    private sealed class CountingWriter : StringWriter
    {
        private int _lines;

        public int Lines => Volatile.Read(ref _lines);

        public override void WriteLine(string? value)
        {
            base.WriteLine(value);
            Interlocked.Increment(ref _lines);
        }
    }
}
