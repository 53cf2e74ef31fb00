using System.Net.Sockets;
using System.Text;
using Journal.Log.Frames;

namespace Journal.Tests.Tcp;

/// <summary>Octet counts that nobody should send, as bytes on the port.</summary>
public sealed class BadCountsTests
{
    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Theory]
    [InlineData("")]
    [InlineData("TcpFraming=octet")]
    public async Task Send_ACountOfTenToThe18th_CostsLittleAndIsNotSilent(string framing)
    {
        await using var host = await JournalHost.StartAsync(framing.Length == 0 ? [] : [framing]);

        // With octet counts alone it is refused with what has come until then: all of it, in one piece.
        var bytes = "1000000000000000000 <13>a\n<13>b\n"u8.ToArray();
        await StreamSender.SendAsync(host.Tcp, bytes, framing.Length == 0 ? 5 : bytes.Length);

        if (framing.Length == 0)
        {
            await host.UntilAsync(2);
            host.Lines().ShouldBe(["1000000000000000000 <13>a", "<13>b"]);
        }
        else
        {
            await Deadline.UntilAsync(() => host.Writer.Losses.Refused == 2); // the lines that are visible
            host.Logged.ShouldContain(line => line.Contains("1000000000000000000 <13>a", StringComparison.Ordinal)
                && line.Contains("set the port's framing", StringComparison.Ordinal));
        }
    }

    /// <summary>The count is of characters, not of bytes: each message has a byte more than it says.</summary>
    [Fact]
    public async Task Send_ACountThatCutsACharacter_LosesNoByte()
    {
        await using var host = await JournalHost.StartAsync();
        var line = "<13>1 - h a - - - grüße";

        await StreamSender.SendAsync(host.Tcp, Encoding.UTF8.GetBytes($"{line.Length} {line}\n<13>next\n"), 3);

        await host.UntilAsync(2);
        string.Concat(host.Lines()).ShouldContain("grüße");
        host.Lines()[^1].ShouldBe("<13>next");
    }

    [Fact]
    public Task Connect_AThousandTimesWithOneDigitEach_AccountsForEach() => ConnectAsync(1000);

    [Fact]
    [Trait("Category", "Nightly")]
    public Task Connect_TenThousandTimesWithOneDigitEach_AccountsForEach() => ConnectAsync(10_000);

    private static async Task ConnectAsync(int count)
    {
        await using var host = await JournalHost.StartAsync("MaxConnections=200");
        var open = new List<TcpClient>();
        try
        {
            for (var connection = 0; connection < count; connection++)
            {
                var client = new TcpClient();
                open.Add(client);
                await client.ConnectAsync("127.0.0.1", host.Tcp, Token);
                await client.GetStream().WriteAsync("7"u8.ToArray(), Token);
                if (open.Count == 400)
                {
                    open.ForEach(each => each.Dispose());
                    open.Clear();
                }
            }
        }
        catch (Exception closed) when (closed is IOException or SocketException)
        {
            Assert.Fail($"A connection was not accepted: {closed.Message}");
        }
        finally
        {
            open.ForEach(each => each.Dispose());
        }

        await Deadline.UntilAsync(() => host.Writer.NextSequence + host.Writer.Losses.Refused == count);
        host.Records().ShouldAllBe(record => record.Message.Length == 1 && record.Marks == RecordMarks.Truncated);
    }
}
