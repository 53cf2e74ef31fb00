using System.Security.Cryptography;
using System.Text;
using Journal.Features.Replay;
using Journal.Log.Frames;

namespace Journal.Tests.Fluent;

/// <summary>The forward protocol in its four modes, as bytes on a socket.</summary>
public sealed class ForwardTests
{
    private const string Stored = """{"tag":"app.web","time":1441588984.000000001"""
        + ""","record":{"host":"web-1","level":"error","message":"disk is full"}}""";

    private static readonly byte[] Tag = Text("app.web");

    private static readonly byte[] Time = [0xD7, 0, 0x55, 0xEC, 0xE6, 0xF8, 0, 0, 0, 1];

    private static readonly byte[] Record =
        [0x83, .. Text("host"), .. Text("web-1"), .. Text("level"), .. Text("error"), .. Text("message"), .. Text("disk is full")];

    private static readonly byte[] Entry = [0x92, .. Time, .. Record];

    public static TheoryData<string, byte[], int> Modes => new()
    {
        { "message", [0x93, .. Tag, .. Time, .. Record], 1 },
        { "message with option", [0x94, .. Tag, .. Time, .. Record, .. Chunk], 1 },
        { "forward", [0x93, .. Tag, 0x92, .. Entry, .. Entry, .. Chunk], 2 },
        { "packed", [0x93, .. Tag, .. Bytes([.. Entry, .. Entry, .. Entry]), .. Chunk], 3 },
        { "packed in a text", [0x93, .. Tag, 0xD9, (byte)Entry.Length, .. Entry, .. Chunk], 1 },
        { "gzip", [0x93, .. Tag, .. Bytes(DoorRequests.Gzip([.. Entry, .. Entry])), .. Options("gzip")], 2 },
        { "gzip twice", [0x93, .. Tag, .. Bytes([.. DoorRequests.Gzip(Entry), .. DoorRequests.Gzip(Entry)]), .. Options("gzip")], 2 },
        { "fluent bit", [0x93, .. Tag, .. Bytes([0x92, 0x92, .. Time, 0x80, .. Record]), .. Chunk], 1 },
    };

    private static byte[] Chunk => [0x81, .. Text("chunk"), .. Text("p8n9gmxTQVC8")];

    [Theory]
    [MemberData(nameof(Modes))]
    public async Task Send_InEachMode_StoresTheEntriesAndAcknowledgesThem(string mode, byte[] message, int count)
    {
        await using var host = await JournalHost.StartAsync("ForwardPort=0");
        var wantsAnswer = mode != "message";

        var heard = await StreamSender.SendAsync(host.Forward!.Value, [0xC0, .. message], 1);

        heard.ShouldBe(wantsAnswer ? Encoding.UTF8.GetString([0x81, .. Text("ack"), .. Text("p8n9gmxTQVC8")]) : "");
        await host.UntilAsync(count);
        host.Lines().ShouldBe(Enumerable.Repeat(Stored, count));
        var fields = SyslogFields.Of(host.Records()[0]);
        (fields.Host, fields.App, fields.Severity, Encoding.UTF8.GetString(fields.Text.Span))
            .ShouldBe(("web-1", "app.web", 3, "disk is full"));
        fields.Time!.Value.ToUnixTimeSeconds().ShouldBe(1441588984);
    }

    /// <summary>Bytes, an extension, a float, a number as a key, and Latin-1.</summary>
    [Fact]
    public async Task Send_WhatJsonCannotTell_KeepsTheEntryBesideIt()
    {
        await using var host = await JournalHost.StartAsync("ForwardPort=0");
        byte[] entry = [0x92, 0x01, 0x82, .. Text("a"), 0xA2, 0xFC, 0xE4, 0x05, 0xC4, 1, 0];
        byte[] plain = [0x92, 0x01, 0x82, .. Text("f"), 0xCB, 0x40, 0, 0, 0, 0, 0, 0, 0, .. Text("n"), 0xD0, 0xFF];

        await StreamSender.SendAsync(host.Forward!.Value, [0x92, .. Tag, 0x92, .. entry, .. plain], 64);

        await host.UntilAsync(2);
        host.Lines()[0].ShouldEndWith($",\"msgpack\":\"{Convert.ToBase64String(entry)}\"}}");
        host.Lines()[1].ShouldBe("""{"tag":"app.web","time":1,"record":{"f":2.0,"n":-1}}""");
    }

    [Theory]
    [InlineData("GET / HTTP/1.1\r\n\r\n", "no list")]
    [InlineData("<13>Nov 26 11:40:00 host app: hello\n", "no list")]
    [InlineData("[\"tag\",1,{\"a\":1},{\"chunk\":\"x\"}]", "It is JSON: set the sender to MessagePack")]
    [InlineData("{\"tag\":1}", "It is JSON")]
    [InlineData("\u0093", "0xC1")]
    public async Task Send_SomethingElse_IsRefusedAndNamed(string text, string cause)
    {
        await using var host = await JournalHost.StartAsync("ForwardPort=0");

        await StreamSender.SendAsync(host.Forward!.Value, [.. Encoding.Latin1.GetBytes(text), 0xC1], 64);

        await Deadline.UntilAsync(() => host.Writer.Losses.Refused > 0);
        host.Logged.ShouldContain(line => line.StartsWith("Refused Fluentd's forward protocol from 127.0.0.1", StringComparison.Ordinal)
            && line.Contains(cause, StringComparison.Ordinal));
        host.Writer.NextSequence.ShouldBe(0);
    }

    /// <summary>A list of two thousand million values, and a bomb.</summary>
    [Fact]
    public async Task Send_Bombs_AreBounded()
    {
        await using var host = await JournalHost.StartAsync("ForwardPort=0", "MaxBodyBytes=1048576");
        byte[] bomb = [0x93, .. Tag, .. Bytes(DoorRequests.Gzip(new byte[64 << 20])), .. Options("gzip")];

        (await StreamSender.SendAsync(host.Forward!.Value, bomb, 4096)).ShouldBeEmpty();
        await StreamSender.SendAsync(host.Forward!.Value, [0xDD, 0x7F, 0xFF, 0xFF, 0xFF, .. new byte[2 << 20]], 65536);

        await Deadline.UntilAsync(() => host.Writer.Losses.Refused == 2);
        host.Writer.NextSequence.ShouldBe(0);
    }

    /// <summary>Texts, bytes, extensions, lists and maps of 4 GiB; the sender stays, so that only a refusal ends the connection.</summary>
    [Theory]
    [InlineData(0xDB)]
    [InlineData(0xC6)]
    [InlineData(0xC9)]
    [InlineData(0xDD)]
    [InlineData(0xDF)]
    public async Task Send_AnAnnouncementOf4GiB_IsRefusedAtOnce(int first)
    {
        await using var host = await JournalHost.StartAsync("ForwardPort=0", "IdleTimeout=1h");
        using var client = new System.Net.Sockets.TcpClient();
        await client.ConnectAsync("127.0.0.1", host.Forward!.Value, TestContext.Current.CancellationToken);
        var stream = client.GetStream();

        await stream.WriteAsync((byte[])[0x93, .. Tag, (byte)first, 0xFF, 0xFF, 0xFF, 0xFF], TestContext.Current.CancellationToken);

        (await stream.ReadAsync(new byte[1], TestContext.Current.CancellationToken).AsTask().Within()).ShouldBe(0);
        host.Logged.ShouldContain(line => line.Contains("send smaller chunks", StringComparison.Ordinal));
        host.Writer.Losses.Refused.ShouldBe(1);
        host.Writer.NextSequence.ShouldBe(0);
    }

    [Fact]
    public async Task Send_HalfAMessage_IsKeptAndMarked()
    {
        await using var host = await JournalHost.StartAsync("ForwardPort=0");
        byte[] message = [0x93, .. Tag, .. Time, .. Record];

        await StreamSender.SendAsync(host.Forward!.Value, [.. message, .. message[..^5]], 7);

        await host.UntilAsync(2);
        host.Lines()[0].ShouldBe(Stored);
        host.Records()[1].Message.ToArray().ShouldBe(message[..^5]);
        host.Records()[1].Marks.HasFlag(RecordMarks.Truncated).ShouldBeTrue();
    }

    [Theory]
    [InlineData("secret", "pass", true)]
    [InlineData("guess", "pass", false)]
    [InlineData("secret", "guess", false)]
    public async Task Handshake_WithASharedKeyAndAUser_LetsInOnlyWhoKnowsBoth(string key, string password, bool isIn)
    {
        await using var host = await JournalHost.StartAsync("ForwardPort=0", "ForwardSharedKey=secret", "ForwardUsers=web:pass");
        using var client = new System.Net.Sockets.TcpClient();
        await client.ConnectAsync("127.0.0.1", host.Forward!.Value, TestContext.Current.CancellationToken);
        var stream = client.GetStream();
        var hello = new byte[65];
        await stream.ReadExactlyAsync(hello, TestContext.Current.CancellationToken).AsTask().Within();
        Encoding.ASCII.GetString(hello, 2, 4).ShouldBe("HELO");
        var (nonce, auth) = (hello[15..31], hello[38..54]);
        var digest = Hex([1, 2, .. "me"u8, .. nonce, .. Encoding.UTF8.GetBytes(key)]);
        var user = Hex([.. auth, .. "web"u8, .. Encoding.UTF8.GetBytes(password)]);

        byte[] ping = [0x96, .. Text("PING"), .. Text("me"), 0xA2, 1, 2, .. Long(digest), .. Text("web"), .. Long(user)];
        await stream.WriteAsync((byte[])[.. ping, 0x93, .. Tag, .. Time, .. Record], TestContext.Current.CancellationToken);
        var pong = new byte[7];
        await stream.ReadExactlyAsync(pong, TestContext.Current.CancellationToken).AsTask().Within();

        pong[6].ShouldBe(isIn ? (byte)0xC3 : (byte)0xC2);
        await Deadline.UntilAsync(() => host.Writer.NextSequence == (isIn ? 1 : 0) && host.Writer.Losses.Refused == (isIn ? 0 : 1));
        host.Logged.ShouldNotContain(line => line.Contains("secret", StringComparison.Ordinal));
    }

    private static string Hex(byte[] bytes) => Convert.ToHexStringLower(SHA512.HashData(bytes));

    private static byte[] Options(string compressed) =>
        [0x82, .. Text("compressed"), .. Text(compressed), .. Text("chunk"), .. Text("p8n9gmxTQVC8")];

    private static byte[] Text(string text) => [(byte)(0xA0 | text.Length), .. Encoding.ASCII.GetBytes(text)];

    private static byte[] Long(string text) => [0xD9, (byte)text.Length, .. Encoding.ASCII.GetBytes(text)];

    private static byte[] Bytes(byte[] bytes) =>
        [0xC6, 0, (byte)(bytes.Length >> 16), (byte)(bytes.Length >> 8), (byte)bytes.Length, .. bytes];
}
