using System.IO.Compression;
using System.Text;

namespace Journal.Tests.Tcp;

public sealed class PackedMessageTests
{
    /// <summary>All of it unpacks before its wrong checksum is seen, and it lies in several pieces, since it follows much.</summary>
    [Fact]
    public async Task Tcp_AMessageOfRsyslogThatDoesNotUnpack_IsStoredAsItCame()
    {
        await using var host = await JournalHost.StartAsync();
        var text = Convert.ToBase64String(Enumerable.Range(0, 15_000).Select(number => (byte)(number * number / 7)).ToArray());
        using var packed = new MemoryStream();
        packed.WriteByte((byte)'z');
        using (var packing = new ZLibStream(packed, CompressionLevel.NoCompression, leaveOpen: true))
        {
            packing.Write(Encoding.ASCII.GetBytes(text));
        }

        var message = packed.ToArray();
        message[^1]++;
        var lines = string.Concat(Enumerable.Repeat($"60000 {new string('a', 60_000)}", 3));
        byte[] sent = [.. Encoding.ASCII.GetBytes($"{lines}{message.Length} "), .. message];
        await StreamSender.SendAsync(host.Tcp, sent, chunk: sent.Length);
        await host.UntilAsync(4);

        host.Records()[^1].Message.ToArray().ShouldBe(message);
    }
}
