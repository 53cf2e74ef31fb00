using System.Globalization;
using System.Net.Sockets;
using System.Text;
using LogRecord = Journal.Log.Frames.LogRecord;

namespace Journal.Tests.Peers;

/// <summary>
/// Real log files, one connection a file, through each door: what is replayed is what was sent, and the account is exact. The folder of
/// JOURNAL_WILD_LOGS can hold any number of them, such as the samples of loghub; without it there is one, in ../shared.
/// </summary>
public sealed class WildLogsTests
{
    private const string Variable = "JOURNAL_WILD_LOGS";

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Theory]
    [InlineData("lines")]
    [InlineData("octet")]
    [InlineData("udp")]
    [InlineData("relp")]
    [InlineData("http")]
    public async Task Send_RealFiles_AreReplayedByteForByteAndCountedExactly(string door)
    {
        await using var host = await JournalHost.StartAsync();
        var (sent, empty) = (0, 0);
        foreach (var file in Files())
        {
            var lines = Lines(await File.ReadAllBytesAsync(file, Token), isCut: door is "lines" or "http" or "udp");
            var full = lines.Where(line => line.Length > 0).ToList();
            var first = (int)host.Writer.NextSequence;
            empty += door is "http" or "octet" ? 0 : lines.Count - full.Count; // no line over HTTP, and no count of 0 (RFC 6587)
            sent += full.Count;

            await SendAsync(host, door, lines);

            await Deadline.UntilAsync(() => host.Writer.NextSequence + host.Writer.Losses.LostInKernel >= sent);
            await Deadline.UntilAsync(() => host.Writer.Losses.Refused >= empty);
            Texts(host.Records().Skip(first)).ShouldBe(full.Select(Encoding.Latin1.GetString), file);
        }

        (host.Writer.NextSequence, host.Writer.Losses.Refused, host.Writer.Losses.LostHere, host.Writer.Losses.LostInKernel,
            host.Writer.Losses.Missing).ShouldBe((sent, empty, 0, 0, 0));
        TestContext.Current.TestOutputHelper?.WriteLine($"{door}: {sent} lines stored, {empty} empty ones refused.");
        (await host.StopAsync()).Damages.ShouldBeEmpty();
    }

    private static IReadOnlyList<string> Files() => Environment.GetEnvironmentVariable(Variable) is { Length: > 0 } folder
        ? [.. Directory.EnumerateFiles(folder, "*", SearchOption.AllDirectories).Order(StringComparer.Ordinal)]
        : [SharedData.SkipUnlessPresent("data", "journal-wild", "f1-digit-first.log")];

    private static IEnumerable<string> Texts(IEnumerable<LogRecord> records) =>
        records.Select(record => Encoding.Latin1.GetString(record.Message.Span));

    /// <param name="file">Its bytes.</param>
    /// <param name="isCut">Whether a CR, or a NUL, before the line break is framing too.</param>
    private static List<byte[]> Lines(byte[] file, bool isCut)
    {
        var lines = Encoding.Latin1.GetString(file).Split('\n').ToList();
        if (lines[^1].Length == 0)
        {
            lines.RemoveAt(lines.Count - 1);
        }

        return [.. lines.Select(line => Encoding.Latin1.GetBytes(isCut ? line.TrimEnd('\r', '\0') : line))];
    }

    private static async Task SendAsync(JournalHost host, string door, List<byte[]> lines)
    {
        switch (door)
        {
            case "lines":
                await StreamSender.SendAsync(host.Tcp, [.. lines.SelectMany(line => line.Append((byte)'\n'))], 3000);
                break;
            case "octet":
                await StreamSender.SendAsync(
                    host.Tcp, [.. lines.Where(line => line.Length > 0).SelectMany(line => Ascii($"{line.Length} ").Concat(line))], 3000);
                break;
            case "udp":
                await SendDatagramsAsync(host, lines);
                break;
            case "relp":
                var number = 1;
                var session = lines.SelectMany(line => Ascii($"{++number} syslog {line.Length + 1} ").Concat(line).Concat(Ascii("\n\n")));
                byte[] frames = [.. Ascii("1 open 0\n"), .. session];
                var answer = await StreamSender.SendAsync(host.Relp, [.. frames, .. Ascii($"{number + 1} close 0\n")], 3000);
                answer.Split(" 200 OK\n").Length.ShouldBe(lines.Count + 2); // one for open
                break;
            default:
                using (var answered = await host.PostAsync(
                    "/v1/lines", [.. lines.SelectMany(line => line.Append((byte)'\n'))], "text/plain"))
                {
                    answered.EnsureSuccessStatusCode();
                }

                break;
        }
    }

    /// <summary>Waits now and then: a sender of datagrams is not made to.</summary>
    private static async Task SendDatagramsAsync(JournalHost host, List<byte[]> lines)
    {
        using var socket = new UdpClient("127.0.0.1", host.Udp);
        var (before, refused, sent) = (host.Writer.NextSequence, host.Writer.Losses.Refused, 0);
        foreach (var line in lines)
        {
            await socket.SendAsync(line, Token);
            if (++sent % 500 == 0)
            {
                await Deadline.UntilAsync(() => host.Writer.NextSequence - before + host.Writer.Losses.Refused - refused >= sent);
            }
        }
    }

    private static byte[] Ascii(string text) => Encoding.ASCII.GetBytes(text.ToString(CultureInfo.InvariantCulture));
}
