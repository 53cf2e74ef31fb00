using System.Net;
using System.Net.Sockets;
using System.Text;

namespace Journal.Tests.Doors;

/// <summary>Bytes that nobody should send, at each door.</summary>
public sealed class BadBytesTests
{
    private static CancellationToken Token => TestContext.Current.CancellationToken;

    public static TheoryData<string> Names => [.. Door.OverHttp.Select(door => door.Name)];

    public static TheoryData<string> Streams => [.. Door.OverStreams.Select(door => door.Name)];

    /// <summary>An upload of systemd's journal is stored as it comes, and may have no end.</summary>
    public static TheoryData<string> Whole => [.. Door.OverHttp.Select(door => door.Name).Except(["journald"])];

    [Theory]
    [MemberData(nameof(Whole))]
    public async Task Post_ALengthOfTenToThe18th_IsRefusedUnread(string name)
    {
        await using var host = await JournalHost.StartAsync();
        var door = Door.Of(name);

        var answer = await Http1Wire.AskAsync(
            host.Http,
            $"POST {door.Path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: {door.Type}\r\n"
            + "Content-Length: 1000000000000000000\r\n\r\n");

        answer.ShouldStartWith("HTTP/1.1 413 ");
        host.Writer.NextSequence.ShouldBe(0);
    }

    /// <summary>Half a letter at the end of a text: the record is refused in words, or stored as it came.</summary>
    [Theory]
    [MemberData(nameof(Names))]
    public async Task Post_ATextThatEndsWithinALetter_IsRefusedOrStoredAsItCame(string name)
    {
        await using var host = await JournalHost.StartAsync();
        var door = Door.Of(name);
        byte[] body = [.. Encoding.Latin1.GetBytes(door.Body.Replace("LINE", "gr\u00C3", StringComparison.Ordinal))];

        using var answer = await host.PostAsync(door.Path!, body, door.Type);

        if (answer.IsSuccessStatusCode)
        {
            host.Records().ShouldHaveSingleItem().Message.Span.IndexOf([(byte)'g', (byte)'r', (byte)0xC3]).ShouldBeGreaterThanOrEqualTo(0);
        }
        else
        {
            answer.StatusCode.ShouldBe(HttpStatusCode.BadRequest);
            (host.Writer.NextSequence, host.Writer.Losses.Refused).ShouldBe((0, 1));
        }
    }

    [Theory]
    [MemberData(nameof(Streams))]
    public Task Connect_AThousandTimesWithOneDigitEach_AccountsForEach(string name) => ConnectAsync(name, 1000);

    [Theory]
    [MemberData(nameof(Streams))]
    [Trait("Category", "Nightly")]
    public Task Connect_TenThousandTimesWithOneDigitEach_AccountsForEach(string name) => ConnectAsync(name, 10_000);

    private static async Task ConnectAsync(string name, int count)
    {
        await using var host = await JournalHost.StartAsync("ForwardPort=0", "BeatsPort=0", "MaxConnections=200");
        var port = (name == Door.Forward ? host.Forward : host.Beats)!.Value;
        for (var sent = 0; sent < count; sent++)
        {
            using var client = new TcpClient();
            await client.ConnectAsync(IPAddress.Loopback, port, Token);
            try
            {
                await client.GetStream().WriteAsync("7"u8.ToArray(), Token);
            }
            catch (IOException)
            {
                // It is refused, and closed, already.
            }
        }

        await Deadline.UntilAsync(() => host.Writer.NextSequence + host.Writer.Losses.Refused == count);
        (await Door.Of(name).SendAsync(host.Http, port, "next", Token).Within()).ShouldBe(HttpStatusCode.OK);
        host.Lines()[^1].ShouldContain("next");
    }
}
