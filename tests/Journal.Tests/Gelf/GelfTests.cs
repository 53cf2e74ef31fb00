using System.IO.Compression;
using System.Net;
using System.Text;
using Journal.Features.Udp;
using Journal.Log.Frames;
using Microsoft.Extensions.DependencyInjection;

namespace Journal.Tests.Gelf;

/// <summary>GELF over UDP, as its specification has it: packed with zlib or gzip, and in chunks.</summary>
public sealed class GelfTests
{
    private const string Message = """{"version":"1.1","host":"web-1","short_message":"hello","level":3,"_app":"shop"}""";

    private static readonly byte[] Plain = Encoding.UTF8.GetBytes(Message);

    [Theory]
    [InlineData("zlib", CompressionLevel.Fastest)]
    [InlineData("zlib", CompressionLevel.Optimal)]
    [InlineData("zlib", CompressionLevel.SmallestSize)]
    [InlineData("zlib", CompressionLevel.NoCompression)]
    [InlineData("gzip", CompressionLevel.Optimal)]
    [InlineData("none", CompressionLevel.Optimal)]
    public async Task Take_APackedMessage_StoresItsJson(string packing, CompressionLevel level)
    {
        await using var host = await JournalHost.StartAsync();

        Send(host, Pack(packing, level, Plain));

        await host.UntilAsync(1);
        host.Lines().ShouldBe([Message]);
        host.Records()[0].Marks.ShouldBe(RecordMarks.Json);
    }

    [Theory]
    [InlineData(2)]
    [InlineData(3)]
    [InlineData(128)]
    public async Task Take_Chunks_InAnyOrderAndTwice_AreOneMessage(int count)
    {
        await using var host = await JournalHost.StartAsync();
        var text = new string('x', 20_000);
        var chunks = Chunks(7, count, Pack("gzip", CompressionLevel.NoCompression, Encoding.UTF8.GetBytes(text)));

        foreach (var chunk in Enumerable.Reverse(chunks).Prepend(chunks[^1]))
        {
            Send(host, chunk);
        }

        await host.UntilAsync(1);
        host.Lines().ShouldBe([text]);
        host.Writer.Losses.Missing.ShouldBe(0);
    }

    [Fact]
    public async Task Take_ChunksOfTwoSendersWithOneNumber_AreTwoMessages()
    {
        await using var host = await JournalHost.StartAsync();
        var (first, second) = (Chunks(7, 2, "first"u8.ToArray()), Chunks(7, 2, "second"u8.ToArray()));

        Send(host, first[0], 1);
        Send(host, second[0], 2);
        Send(host, second[1], 2);
        Send(host, first[1], 1);

        await host.UntilAsync(2);
        host.Lines().ShouldBe(["second", "first"]);
    }

    [Fact]
    public async Task Take_ChunksThatAreNotComplete_CountAsMissingAndAreForgotten()
    {
        var time = new ManualTime();
        await using var host = await JournalHost.StartWithAsync(services => services.AddSingleton<TimeProvider>(time));
        Send(host, Chunks(7, 2, "never whole"u8.ToArray())[0]);
        time.Advance(TimeSpan.FromSeconds(6));

        Send(host, "next"u8.ToArray());

        host.Writer.Losses.Missing.ShouldBe(1);
    }

    /// <summary>A stranger may begin any number of messages.</summary>
    [Fact]
    public async Task Take_BeginningsWithoutEnd_KeepsABoundedNumber()
    {
        await using var host = await JournalHost.StartAsync();
        for (var number = 0; number < 2000; number++)
        {
            Send(host, Chunks(number, 2, new byte[2000])[0]);
        }

        host.Writer.Losses.Missing.ShouldBe(2000 - 1024);
    }

    [Fact]
    public async Task Take_ABomb_StoresItsBeginningWithAMark()
    {
        await using var host = await JournalHost.StartAsync();

        Send(host, Pack("gzip", CompressionLevel.SmallestSize, new byte[50 << 20]));

        await host.UntilAsync(1);
        host.Records()[0].Message.Length.ShouldBe(64 << 10);
        host.Records()[0].Marks.HasFlag(RecordMarks.Truncated).ShouldBeTrue();
    }

    /// <summary><c>x^</c> begins a zlib stream too.</summary>
    [Theory]
    [InlineData("x^2 + y^2 = z^2")]
    [InlineData("\u001F\u008B")]
    [InlineData("\u001E\u000F1234567812")]
    public async Task Take_WhatOnlyLooksPacked_IsStoredAsItCame(string text)
    {
        await using var host = await JournalHost.StartAsync();

        Send(host, Encoding.Latin1.GetBytes(text));

        await host.UntilAsync(1);
        host.Records()[0].Message.ToArray().ShouldBe(Encoding.Latin1.GetBytes(text));
    }

    private static void Send(JournalHost host, byte[] datagram, int sender = 0) =>
        host.Services.GetRequiredService<IDatagramIntake>().Take(datagram, new IPEndPoint(IPAddress.Loopback, 1000 + sender).Serialize());

    private static byte[] Pack(string packing, CompressionLevel level, byte[] bytes)
    {
        using var packed = new MemoryStream();
        using (Stream? stream = packing switch
        {
            "zlib" => new ZLibStream(packed, level),
            "gzip" => new GZipStream(packed, level),
            _ => null,
        })
        {
            (stream ?? packed).Write(bytes);
        }

        return packed.ToArray();
    }

    private static List<byte[]> Chunks(int number, int count, byte[] bytes) =>
    [
        .. Enumerable.Range(0, count).Select(place => (byte[])
        [
            0x1E, 0x0F, 0, 0, 0, 0, (byte)(number >> 24), (byte)(number >> 16), (byte)(number >> 8), (byte)number, (byte)place, (byte)count,
            .. bytes[(bytes.Length * place / count)..(bytes.Length * (place + 1) / count)],
        ]),
    ];
}
