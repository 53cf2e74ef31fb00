using System.IO.Compression;
using System.Net.Sockets;
using System.Text;
using System.Text.RegularExpressions;
using Prober.Engine.Probing;
using Prober.Engine.Probing.Http;

namespace Prober.Engine.Tests.Probing;

public sealed class HttpProbeTests
{
    private const string Head = "HTTP/1.1 200 OK\r\n";

    public static TheoryData<string, string, string, int> Responses => new()
    {
        { "GET", "a length", $"{Head}Content-Length: 5\r\n\r\nhello", 5 },
        { "GET", "no reason phrase", "HTTP/1.1 200\r\nContent-Length: 5\r\n\r\nhello", 5 },
        { "GET", "bare line feeds", "HTTP/1.1 200 OK\nContent-Length: 5\n\nhello", 5 },
        { "GET", "names in any case", $"{Head}cOnTeNt-LeNgTh:5\r\n\r\nhello", 5 },
        { "GET", "one length twice", $"{Head}Content-Length: 5\r\nContent-Length: 5\r\n\r\nhello", 5 },
        { "GET", "until the end", "HTTP/1.0 200 OK\r\n\r\nhello", 5 },
        { "GET", "chunks", $"{Head}Transfer-Encoding: chunked\r\n\r\n2\r\nhe\r\n3;x=y\r\nllo\r\n0\r\n\r\n", 5 },
        { "GET", "chunks and trailers", $"{Head}Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\nX-Sum: 1\r\n\r\n", 5 },
        { "GET", "chunks and a length", $"{Head}Content-Length: 9\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n", 5 },
        { "GET", "interim responses", $"HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n{Head}Content-Length: 5\r\n\r\nhello", 5 },
        { "GET", "304", "HTTP/1.1 304 Not Modified\r\nContent-Length: 5\r\n\r\n", 0 },
        { "GET", "204", "HTTP/1.1 204 No Content\r\n\r\n", 0 },
        { "HEAD", "a length without a body", $"{Head}Content-Length: 5\r\n\r\n", 0 },
        { "GET", "a name that is none", $"{Head}Feature Policy: a\r\nContent-Length: 5\r\n\r\nhello", 5 },
        { "GET", "many cookies", $"{Head}{Cookies(100)}Content-Length: 5\r\n\r\nhello", 5 },
        { "GET", "a header over two lines", $"{Head}X: a\r\n b\r\nContent-Length: 5\r\n\r\nhello", 5 },
    };

    public static TheoryData<string, string, FailureClass> BadResponses => new()
    {
        { "nothing", "", FailureClass.Reset },
        { "a half head", "HTTP/1.1 200 OK\r\nContent-", FailureClass.Reset },
        { "a half body", $"{Head}Content-Length: 5\r\n\r\nhel", FailureClass.Reset },
        { "a half chunk", $"{Head}Transfer-Encoding: chunked\r\n\r\n5\r\nhel", FailureClass.Reset },
        { "another protocol", "SSH-2.0-OpenSSH_9.6\r\n\r\n", FailureClass.Protocol },
        { "bytes of TLS", "\u0015\u0003\u0001\0\u0002\u0002\n\n", FailureClass.Protocol },
        { "a status of letters", "HTTP/1.1 2xx OK\r\n\r\n", FailureClass.Protocol },
        { "a header without a colon", $"{Head}nonsense\r\n\r\n", FailureClass.Protocol },
        { "a blank before the colon", $"{Head}Content-Length : 5\r\n\r\nhello", FailureClass.Protocol },
        { "two lengths", $"{Head}Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello!", FailureClass.Protocol },
        { "a negative length", $"{Head}Content-Length: -5\r\n\r\nhello", FailureClass.Protocol },
        { "a length beyond all numbers", $"{Head}Content-Length: 99999999999999999999\r\n\r\n", FailureClass.Protocol },
        { "a chunk of letters", $"{Head}Transfer-Encoding: chunked\r\n\r\nxyz\r\n", FailureClass.Protocol },
        { "a chunk longer than it says", $"{Head}Transfer-Encoding: chunked\r\n\r\n2\r\nhello\r\n0\r\n\r\n", FailureClass.Protocol },
        { "another coding", $"{Head}Transfer-Encoding: gzip\r\n\r\nhello", FailureClass.Protocol },
        { "10 GB to come", $"{Head}Content-Length: 10737418240\r\n\r\nhello", FailureClass.Reset },
        { "a chunk of 10 GB to come", $"{Head}Transfer-Encoding: chunked\r\n\r\n280000000\r\nhello", FailureClass.Reset },
    };

    public static TheoryData<string, string, string, FailureClass> Floods => new()
    {
        { "headers for ever", Head, "X-More: and more\r\n", FailureClass.TooLarge },
        { "one header for ever", $"{Head}X-More: ", "more", FailureClass.TooLarge },
        { "interim responses for ever", "", "HTTP/1.1 100 Continue\r\n\r\n", FailureClass.Protocol },
        { "a body for ever", "HTTP/1.0 200 OK\r\n\r\n", "more", FailureClass.MaxBody },
        { "chunks for ever", $"{Head}Transfer-Encoding: chunked\r\n\r\n", "4\r\nmore\r\n", FailureClass.MaxBody },
        { "trailers for ever", $"{Head}Transfer-Encoding: chunked\r\n\r\n0\r\n", "X-More: and more\r\n", FailureClass.TooLarge },
    };

    private static string Cookies(int kilobytes) =>
        string.Concat(Enumerable.Range(0, kilobytes).Select(i => $"Set-Cookie: c{i}={new string('x', 1024)}\r\n"));

    /// <summary>With a check on the content, so that it is read.</summary>
    private static HttpProbeSettings Reading { get; } = new() { Contain = Expression("hello") };

    public static TheoryData<string, string> Bodies => new()
    {
        { "never ends", "HTTP/1.0 200 OK\r\n\r\nmore" },
        { "is longer than any limit", $"{Head}Content-Length: 107374182400\r\n\r\nhello" },
        { "has a bad chunk", $"{Head}Transfer-Encoding: chunked\r\n\r\nxyz\r\n" },
        { "does not come", $"{Head}Content-Length: 5\r\n\r\n" },
    };

    [Theory]
    [MemberData(nameof(Bodies))]
    public async Task Probe_WithoutACheckOfTheContent_DoesNotWaitForTheBody(string what, string response)
    {
        await using var server = RawServer.Answering(response, keepsOpen: true);

        var result = await Probes.RunAsync(new HttpProbe(server.Url));

        result.Failure.ShouldBe(FailureClass.None, $"A body that {what}: {result.Message}");
    }

    /// <summary>Servers log a connection that breaks while they write, and many write head and body apart.</summary>
    [Theory]
    [InlineData(2, true)]
    [InlineData(500_000, true)]
    [InlineData(1_000_000_000, false)]
    public async Task Probe_WithoutACheckOfTheContent_LetsTheServerFinishWithinABound(int length, bool finishes)
    {
        var (go, finished) = (new TaskCompletionSource(), new TaskCompletionSource<bool>());
        await using var server = new RawServer(async (socket, token) =>
        {
            try
            {
                await RawServer.ReadHeadAsync(socket, token);
                await socket.SendAsync(Encoding.ASCII.GetBytes($"{Head}Content-Length: {length}\r\n\r\n"), token);
                await go.Task;
                for (var sent = 0; sent < length;)
                {
                    sent += await socket.SendAsync(new byte[Math.Min(length - sent, 16_384)], token);
                }

                socket.Shutdown(SocketShutdown.Send);
                finished.SetResult(await socket.ReceiveAsync(new byte[1], token) == 0);
            }
            catch (SocketException)
            {
                finished.SetResult(false);
            }
        });

        var result = await Probes.RunAsync(new HttpProbe(server.Url));
        go.SetResult();

        result.Failure.ShouldBe(FailureClass.None, result.Message);
        (await finished.Task.Within()).ShouldBe(finishes);
    }

    [Fact]
    public async Task Probe_LongBodyWithTheWantedTextAtItsEnd_IsFound()
    {
        await using var server = RawServer.Answering($"{Head}Content-Length: 1500005\r\n\r\n{new string('a', 1_500_000)}hello");

        var result = await Probes.RunAsync(new HttpProbe(server.Url, Reading));
        var bounded = await Probes.RunAsync(new HttpProbe(server.Url, Reading with { MaxBody = 1 << 20 }));

        result.Failure.ShouldBe(FailureClass.None, result.Message);
        result.ContentLength.ShouldBe(1_500_005);
        bounded.Failure.ShouldBe(FailureClass.MaxBody);
        bounded.Failure.IsEvidence().ShouldBeFalse();
    }

    [Fact]
    public async Task Probe_ServerOfHttp2Alone_SaysWhatToTry()
    {
        await using var server = RawServer.Answering("\0\0\u0006\u0004\0\0\0\0\0\0\u0003\0\0\0d");

        (await Probes.RunAsync(new HttpProbe(server.Url))).Message.ShouldContain("try http_version: 2");
    }

    [Fact]
    public async Task Probe_CookieOfARedirect_GoesWithTheNextRequest()
    {
        await using var server = new RawServer(async (socket, token) =>
        {
            var head = await RawServer.ReadHeadAsync(socket, token);
            var answer = head.Contains("Cookie: a=b\r\n")
                ? $"{Head}Content-Length: 0\r\n\r\n"
                : "HTTP/1.1 302 Found\r\nSet-Cookie: a=b; Path=/\r\nSet-Cookie: =;;\r\nSet-Cookie: x=y; Domain=other.test\r\n"
                    + "Location: /next\r\nContent-Length: 0\r\n\r\n";
            await socket.SendAsync(Encoding.ASCII.GetBytes(answer), token);
        });

        var result = await Probes.RunAsync(new HttpProbe(server.Url));

        result.ShouldSatisfyAllConditions(
            one => one.Failure.ShouldBe(FailureClass.None, one.Message), one => one.Redirects.ShouldBe(1));
    }

    [Theory]
    [MemberData(nameof(Responses))]
    public async Task Probe_ResponseOfAnyForm_IsGood(string method, string what, string response, int length)
    {
        await using var server = RawServer.Answering(response);

        var result = await Probes.RunAsync(
            new HttpProbe(server.Url, Reading with { Method = method, Contain = Expression(length > 0 ? "hello" : "^") }));

        result.Failure.ShouldBe(FailureClass.None, $"{what}: {result.Message}");
        result.ContentLength.ShouldBe(length);
    }

    [Theory]
    [MemberData(nameof(BadResponses))]
    public async Task Probe_BadResponse_FailsWithItsClass(string what, string response, FailureClass failure)
    {
        await using var server = RawServer.Answering(response);

        var result = await Probes.RunAsync(new HttpProbe(server.Url, Reading));

        result.Failure.ShouldBe(failure, what);
        result.Message.ShouldNotBeEmpty();
    }

    [Theory]
    [MemberData(nameof(Floods))]
    public async Task Probe_ServerThatNeverEnds_IsLeft(string what, string start, string more, FailureClass failure)
    {
        await using var server = RawServer.Flooding(start, more);

        var result = await Probes.RunAsync(new HttpProbe(server.Url, Reading));

        result.Failure.ShouldBe(failure, what);
    }

    [Fact]
    public async Task Probe_KeptOpenAfterTheResponse_IsGoodAtOnce()
    {
        await using var server = RawServer.Answering($"{Head}Content-Length: 5\r\n\r\nhello", keepsOpen: true);

        var result = await Probes.RunAsync(new HttpProbe(server.Url));

        result.Failure.ShouldBe(FailureClass.None);
    }

    [Fact]
    public async Task Probe_ServerThatTrickles_TimesOut()
    {
        var trickled = new TaskCompletionSource();
        await using var server = new RawServer(async (socket, token) =>
        {
            await RawServer.ReadHeadAsync(socket, token);
            foreach (var octet in "HTTP/1.1 200 OK\r\n"u8.ToArray())
            {
                await socket.SendAsync(new[] { octet }, token);
            }

            trickled.SetResult();
            await Task.Delay(Timeout.Infinite, token);
        });

        var result = await Probes.TimeOutAsync(new HttpProbe(server.Url), trickled.Task);

        result.Failure.ShouldBe(FailureClass.Timeout);
        result.Message.ShouldStartWith("No result within 5 s: it waited for the re"); // "response", or the rest of it
    }

    [Fact]
    public async Task Probe_ServerThatResets_IsReset()
    {
        await using var server = new RawServer(async (socket, token) =>
        {
            await RawServer.ReadHeadAsync(socket, token);
            socket.LingerState = new(enable: true, seconds: 0);
        });

        var result = await Probes.RunAsync(new HttpProbe(server.Url));

        result.Failure.ShouldBe(FailureClass.Reset);
    }

    [Theory]
    [InlineData("hello", "", FailureClass.None)]
    [InlineData("absent", "", FailureClass.Content)]
    [InlineData("", "hello", FailureClass.Content)]
    [InlineData("h.*o", "", FailureClass.None)]
    public async Task Probe_Content_IsLookedAt(string contain, string notContain, FailureClass failure)
    {
        await using var server = RawServer.Answering($"{Head}Content-Length: 5\r\n\r\nhello");

        var result = await Probes.RunAsync(
            new HttpProbe(server.Url, new() { Contain = Expression(contain), NotContain = Expression(notContain) }));

        result.Failure.ShouldBe(failure);
    }

    [Fact]
    public async Task Probe_GzipBomb_IsBounded()
    {
        using var packed = new MemoryStream();
        await using (var gzip = new GZipStream(packed, CompressionLevel.Optimal, leaveOpen: true))
        {
            await gzip.WriteAsync(new byte[64 << 20], TestContext.Current.CancellationToken);
        }

        await using var server = RawServer.Answering(
            $"{Head}Content-Encoding: gzip\r\nContent-Length: {packed.Length}\r\n\r\n{Encoding.Latin1.GetString(packed.ToArray())}");

        var result = await Probes.RunAsync(new HttpProbe(server.Url, new() { Contain = Expression("hello") }));

        result.Failure.ShouldBe(FailureClass.MaxBody);
    }

    [Fact]
    public async Task Probe_Status_IsComparedWithTheCodesOfSuccess()
    {
        await using var server = RawServer.Answering("HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\n\r\n");

        var strict = await Probes.RunAsync(new HttpProbe(server.Url));
        var lenient = await Probes.RunAsync(new HttpProbe(server.Url, new() { SuccessCodes = [(200, 299), (503, 503)] }));

        strict.Failure.ShouldBe(FailureClass.Status);
        strict.Status.ShouldBe(503);
        lenient.Failure.ShouldBe(FailureClass.None);
    }

    [Fact]
    public async Task Probe_ClosedPort_IsRefused()
    {
        var result = await Probes.RunAsync(new HttpProbe(new($"http://127.0.0.1:{LoopbackPort.FindFree()}/")));

        result.Failure.ShouldBe(FailureClass.Refused);
    }

    [Fact]
    public async Task Probe_ServerClosesFirst_LeavesNoTimeWaitHere()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "The table of connections is read where Linux has it.");
        const int Probed = 20;
        await using var server = RawServer.Answering($"{Head}Content-Length: 5\r\n\r\nhello");

        for (var i = 0; i < Probed; i++)
        {
            (await Probes.RunAsync(new HttpProbe(server.Url))).IsGood.ShouldBeTrue();
        }

        // The prober's ends are those with the server's port as the remote one: in time they are all gone.
        await Deadline.UntilAsync(() =>
        {
            Probes.Network.Closing.Sweep();
            return Ends(server.Port, "01", "08", "04", "05").Count == 0;
        });
        Ends(server.Port, "06").ShouldBeEmpty();
    }

    /// <summary>Connections of this machine to a port that are in one of some states, as /proc/net/tcp numbers them.</summary>
    private static List<string> Ends(int remotePort, params string[] states) =>
    [
        .. File.ReadLines("/proc/net/tcp").Skip(1)
            .Select(line => line.Split(' ', StringSplitOptions.RemoveEmptyEntries))
            .Where(columns => columns[2].EndsWith($":{remotePort:X4}", StringComparison.Ordinal) && states.Contains(columns[3]))
            .Select(columns => columns[1]),
    ];

    private static Regex? Expression(string text) => text.Length == 0 ? null : new(text, RegexOptions.NonBacktracking);
}
