using System.Buffers.Binary;
using System.IO.Compression;
using System.Net.Sockets;
using System.Text;
using Journal.Features.Replay;

namespace Journal.Tests.Beats;

/// <summary>The lumberjack protocol, as bytes on a socket.</summary>
public sealed class LumberjackTests
{
    private const string Event = """{"@timestamp":"2026-11-26T11:40:00.123Z","host":{"name":"web-1"},"log":{"level":"error"}"""
        + ""","service":{"name":"shop"},"message":"disk is full"}""";

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Send_AWindow_IsStoredAndAcknowledgedWithItsLastNumber(bool isPacked)
    {
        await using var host = await JournalHost.StartAsync("BeatsPort=0");
        byte[] events = [.. Enumerable.Range(1, 300).SelectMany(number => Json((uint)number, Event))];

        var answer = await TalkAsync(host, [.. Window(300), .. isPacked ? Packed(events) : events, .. Window(1), .. Json(1, Event)], 12);

        answer.ShouldBe([(byte)'2', (byte)'A', 0, 0, 1, 44, (byte)'2', (byte)'A', 0, 0, 0, 1]);
        host.Lines().ShouldBe(Enumerable.Repeat(Event, 301));
        var fields = SyslogFields.Of(host.Records()[0]);
        (fields.Host, fields.App, fields.Severity).ShouldBe(("web-1", "shop", 3));
        fields.Time!.Value.Millisecond.ShouldBe(123);
    }

    [Fact]
    public async Task Send_OfVersion1_IsStoredAsAnObject()
    {
        await using var host = await JournalHost.StartAsync("BeatsPort=0");
        byte[] pairs = [.. Sized("host"), .. Sized("web-1"), .. Sized("line"), .. Sized("hello")];
        byte[] frame = [(byte)'1', (byte)'D', .. Number(7), .. Number(2), .. pairs];

        var answer = await TalkAsync(host, [(byte)'1', (byte)'W', .. Number(1), .. frame], 6);

        answer.ShouldBe([(byte)'1', (byte)'A', 0, 0, 0, 7]);
        host.Lines().ShouldBe(["""{"host":"web-1","line":"hello"}"""]);
    }

    /// <summary>A line in Latin-1: its bytes are kept beside the text that JSON can hold.</summary>
    [Fact]
    public async Task Send_OfVersion1InAnotherCoding_KeepsTheBytes()
    {
        await using var host = await JournalHost.StartAsync("BeatsPort=0");
        byte[] pairs = [.. Number(1), .. Sized("line"), .. Number(2), (byte)'a', 0xFC];

        await TalkAsync(host, [(byte)'1', (byte)'W', .. Number(1), (byte)'1', (byte)'D', .. Number(7), .. pairs], 6);

        host.Lines().ShouldBe([$"{{\"line\":\"a\uFFFD\",\"lumberjack\":\"{Convert.ToBase64String(pairs)}\"}}"]);
    }

    [Fact]
    public async Task Send_HalfAWindow_IsNotAcknowledged()
    {
        await using var host = await JournalHost.StartAsync("BeatsPort=0");

        var heard = await StreamSender.SendAsync(host.Beats!.Value, [.. Window(2), .. Json(1, Event), .. Json(2, Event)[..^1]], 9);

        heard.ShouldBeEmpty();
        await host.UntilAsync(1);
    }

    [Fact]
    public async Task Send_SomethingElseOrABomb_IsRefusedAndNamed()
    {
        await using var host = await JournalHost.StartAsync("BeatsPort=0", "MaxBodyBytes=1048576");
        byte[][] wrong =
        [
            "GET / HTTP/1.1\r\n\r\n"u8.ToArray(),
            [0x16, 3, 1, 0],
            [.. Window(1), (byte)'2', (byte)'J', .. Number(1), .. Number(uint.MaxValue)],
            [.. Window(1), .. Packed(new byte[64 << 20])],
            [.. Window(1), .. Packed(Packed(Json(1, Event)))],
            [.. Window(1), .. Packed(Json(1, Event)[..^3])],
        ];

        foreach (var each in wrong)
        {
            (await StreamSender.SendAsync(host.Beats!.Value, each, 4096)).ShouldBeEmpty();
        }

        await Deadline.UntilAsync(() => host.Writer.Losses.Refused == wrong.Length);
        host.Logged.ShouldContain(line => line.StartsWith("Refused Beats' lumberjack protocol from 127.0.0.1", StringComparison.Ordinal));
    }

    private static async Task<byte[]> TalkAsync(JournalHost host, byte[] bytes, int answerBytes)
    {
        using var client = new TcpClient();
        await client.ConnectAsync("127.0.0.1", host.Beats!.Value, Token);
        foreach (var part in bytes.Chunk(999))
        {
            await client.GetStream().WriteAsync(part, Token);
        }

        var answer = new byte[answerBytes];
        await client.GetStream().ReadExactlyAsync(answer, Token).AsTask().Within();
        return answer;
    }

    private static byte[] Window(uint size) => [(byte)'2', (byte)'W', .. Number(size)];

    private static byte[] Json(uint number, string json) => [(byte)'2', (byte)'J', .. Number(number), .. Sized(json)];

    private static byte[] Packed(byte[] frames)
    {
        using var packed = new MemoryStream();
        using (var stream = new ZLibStream(packed, CompressionLevel.Optimal))
        {
            stream.Write(frames);
        }

        var bytes = packed.ToArray();
        return [(byte)'2', (byte)'C', .. Number((uint)bytes.Length), .. bytes];
    }

    private static byte[] Sized(string text) => [.. Number((uint)text.Length), .. Encoding.ASCII.GetBytes(text)];

    private static byte[] Number(uint number)
    {
        var bytes = new byte[4];
        BinaryPrimitives.WriteUInt32BigEndian(bytes, number);
        return bytes;
    }
}
