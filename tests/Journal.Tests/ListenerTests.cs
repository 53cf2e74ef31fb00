using System.Diagnostics;
using System.Globalization;
using System.Net;
using System.Net.Http.Json;
using System.Net.Sockets;
using System.Text;
using System.Text.Json.Nodes;
using Journal.Features.Ingest;
using Journal.Log.Frames;
using Journal.Log.Proofs;
using Microsoft.Extensions.DependencyInjection;

namespace Journal.Tests;

public sealed class ListenerTests
{
    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Log_OfTheStart_NamesEachPortWithItsProtocol()
    {
        await using var host = await JournalHost.StartAsync();

        var listening = host.Logged.Where(line => line.StartsWith("Now listening on: ", StringComparison.Ordinal)).ToList();

        listening.ShouldContain($"Now listening on: syslog+tcp://127.0.0.1:{host.Tcp}");
        listening.ShouldContain($"Now listening on: relp://127.0.0.1:{host.Relp}");
        listening.ShouldContain(line => line.Contains("http://", StringComparison.Ordinal), 1);
        (await host.StopAsync()).Damages.ShouldBeEmpty();
    }

    [Theory]
    [InlineData("--udp", "--rfc5424")]
    [InlineData("--udp", "--rfc3164")]
    [InlineData("--tcp", "--rfc5424")]
    [InlineData("--tcp", "--octet-count")]
    public async Task Logger_OfUtilLinux_IsStoredAndMarked(string transport, string form)
    {
        var logger = InstalledProgram.SkipUnlessPresent("logger", "bsdutils");
        await using var host = await JournalHost.StartAsync();
        var port = transport == "--udp" ? host.Udp : host.Tcp;

        using var process = Process.Start(logger, ["-n", "127.0.0.1", "-P", $"{port}", transport, form, "hello from logger"]);
        await process.WaitForExitAsync(Token).Within();
        process.ExitCode.ShouldBe(0);
        await host.UntilAsync(1);

        var record = host.Records().ShouldHaveSingleItem();
        Encoding.UTF8.GetString(record.Message.Span).ShouldEndWith("hello from logger");
        record.Marks.ShouldBeOneOf(RecordMarks.Rfc3164, RecordMarks.Rfc5424);
        record.Source.Kind.ShouldBe(transport == "--udp" ? SourceKind.Udp : SourceKind.Tcp);
        (await host.StopAsync()).Damages.ShouldBeEmpty();
    }

    [Fact]
    public async Task Udp_AnyBytes_AreStoredAsTheyCameAndAnEmptyDatagramIsCounted()
    {
        await using var host = await JournalHost.StartAsync();
        using var socket = new UdpClient("127.0.0.1", host.Udp);
        byte[][] datagrams = [[0, 1, 255], new byte[60_000], Encoding.UTF8.GetBytes("{\"a\":1}"), [(byte)'\n']];
        foreach (var datagram in datagrams)
        {
            await socket.SendAsync(datagram, Token);
        }

        await socket.SendAsync(Array.Empty<byte>(), Token);
        await host.UntilAsync(datagrams.Length);
        await Deadline.UntilAsync(() => host.Writer.Losses.Refused == 1);

        var records = host.Records();
        records.Select(record => record.Message.ToArray()).ShouldBe(datagrams);
        records.Select(record => record.Marks).ShouldBe([RecordMarks.NotText, RecordMarks.NotText, RecordMarks.Json, RecordMarks.None]);
    }

    [Theory]
    [InlineData("<13>Nov 22 10:00:00 host app: one\n<13>two\r\n\nthree\0\n", "<13>Nov 22 10:00:00 host app: one|<13>two|three", 1)]
    [InlineData("081109 203615 148 INFO a\n36 steps\n134681 node-246 x\n", "081109 203615 148 INFO a|36 steps|134681 node-246 x", 0)]
    [InlineData("10 <13>h: oct<13>h: b\n<13>c\n", "<13>h: oct|<13>h: b|<13>c", 0)]
    [InlineData("6 <1>one\n6 <1>two\n", "<1>one|<1>two", 0)]
    [InlineData("<1>one\n6 <1>two6 <1>six<1>ten\n", "<1>one|<1>two|<1>six|<1>ten", 0)]
    [InlineData("<11>pytcp one\0<11>pytcp two\0", "<11>pytcp one|<11>pytcp two", 0)]
    [InlineData("99 <1>liar\n<1>next\n", "99 <1>liar|<1>next", 0)]
    [InlineData("999999999999999999 <1>liar\n<1>next\n", "999999999999999999 <1>liar|<1>next", 0)]
    [InlineData("00:00:01 up\n0", "00:00:01 up|0", 0)]
    public async Task Tcp_BothFramings_AreCutAndWhatIsNoneIsRefused(string sent, string stored, int refused)
    {
        await using var host = await JournalHost.StartAsync("MaxMessageBytes=500");
        await StreamSender.SendAsync(host.Tcp, Encoding.UTF8.GetBytes(sent), chunk: 3);
        var lines = stored.Split('|', StringSplitOptions.RemoveEmptyEntries);
        await host.UntilAsync(lines.Length);
        await Deadline.UntilAsync(() => host.Writer.Losses.Refused == refused);

        host.Lines().ShouldBe(lines);
        (await host.StopAsync()).Damages.ShouldBeEmpty();
    }

    [Fact]
    public async Task Tcp_AMessageThatIsTooLongOrNotEnded_IsMarkedTruncated()
    {
        await using var host = await JournalHost.StartAsync("MaxMessageBytes=500");
        var text = $"{new string('a', 1200)}\nshort\nunended";
        await StreamSender.SendAsync(host.Tcp, Encoding.UTF8.GetBytes(text), chunk: 700);
        await host.UntilAsync(3);

        host.Records().Select(record => (record.Message.Length, record.Marks))
            .ShouldBe([(500, RecordMarks.Truncated), (5, RecordMarks.None), (7, RecordMarks.Truncated)]);
    }

    [Fact]
    public async Task Tcp_AConnectionThatIsResetWithinAMessage_LosesNothingThatCame()
    {
        const int Connections = 40;
        await using var host = await JournalHost.StartAsync();
        for (var i = 0; i < Connections; i++)
        {
            using var socket = new Socket(SocketType.Stream, ProtocolType.Tcp);
            await socket.ConnectAsync(IPAddress.Loopback, host.Tcp, Token).AsTask().Within();
            await socket.SendAsync(Encoding.UTF8.GetBytes($"<13>whole {i}\n30 <13>half {i}"), Token).AsTask().Within();
            socket.Close(timeout: 0); // resets
        }

        await host.UntilAsync(2 * Connections);

        host.Records().Where(record => record.Marks == RecordMarks.Truncated).Select(record => Encoding.UTF8.GetString(record.Message.Span))
            .Order().ShouldBe(Enumerable.Range(0, Connections).Select(i => $"<13>half {i}").Order());
    }

    /// <summary>Longer than what is received at once, so that it lies in several pieces.</summary>
    [Fact]
    public async Task Tcp_ALineThatIsTooLongAndCameWithItsEnd_IsCutAndTheNextFollows()
    {
        await using var host = await JournalHost.StartAsync();
        await StreamSender.SendAsync(host.Tcp, Encoding.UTF8.GetBytes($"{new string('a', 67_000)}\nshort\n"), chunk: 100_000);
        await host.UntilAsync(2);

        host.Records().Select(record => (record.Message.Length, record.Marks))
            .ShouldBe([(65_536, RecordMarks.Truncated), (5, RecordMarks.None)]);
    }

    /// <summary>Nothing else keeps a page of another site from having lines stored: a browser sends its request to any port.</summary>
    [Theory]
    [InlineData("POST / HTTP/1.1\r\nHost: 127.0.0.1:5514\r\nContent-Type: text/plain\r\n\r\n<34>forged\n")]
    [InlineData("GET /?<34>forged HTTP/1.0\r\n\r\n")]
    [InlineData("POST /", 600, " HTTP/1.1\r\n\r\n<34>forged\n")] // a line that is too long
    public async Task Tcp_TheRequestOfABrowser_IsRefusedWhole(string begun, int more = 0, string rest = "")
    {
        await using var host = await JournalHost.StartAsync("MaxMessageBytes=500");

        await StreamSender.SendAsync(host.Tcp, Encoding.UTF8.GetBytes($"{begun}{new string('x', more)}{rest}"), chunk: 4096);

        await Deadline.UntilAsync(() => host.Writer.Losses.Refused == 1);
        (await host.StopAsync()).Damages.ShouldBeEmpty();
        host.Records().ShouldBeEmpty();
    }

    [Theory]
    [InlineData("GET /x\nGET /x HTTP/1.1\n", "GET /x|GET /x HTTP/1.1")] // not as the first line
    [InlineData("<34>GET / HTTP/1.1\n", "<34>GET / HTTP/1.1")]
    [InlineData("GET / HTTP/1.1 200\n", "GET / HTTP/1.1 200")]
    [InlineData("HTTP/1.1\n", "HTTP/1.1")]
    public async Task Tcp_LinesThatOnlyLookLikeARequest_AreStored(string sent, string stored)
    {
        await using var host = await JournalHost.StartAsync();
        await StreamSender.SendAsync(host.Tcp, Encoding.UTF8.GetBytes(sent), chunk: 3);
        var lines = stored.Split('|');
        await host.UntilAsync(lines.Length);

        host.Lines().ShouldBe(lines);
        host.Writer.Losses.Refused.ShouldBe(0);
    }

    [Fact]
    public async Task Tcp_ALongLineThatBeginsAsARequestMight_IsCutAndStored()
    {
        await using var host = await JournalHost.StartAsync("MaxMessageBytes=500");

        await StreamSender.SendAsync(host.Tcp, Encoding.UTF8.GetBytes($"ERROR /srv/app/{new string('x', 600)}\n"), chunk: 4096);
        await host.UntilAsync(1);

        host.Records().Select(record => (record.Message.Length, record.Marks)).ShouldBe([(500, RecordMarks.Truncated)]);
        host.Writer.Losses.Refused.ShouldBe(0);
    }

    [Fact]
    public async Task Tcp_LinesThatArriveRightBeforeAStop_AreStored()
    {
        await using var host = await JournalHost.StartAsync();
        using var sender = await StreamClient.ConnectAsync(host.Tcp);
        await sender.SendAsync("line\n");
        await host.UntilAsync(1);

        for (var i = 0; i < 20; i++)
        {
            await sender.SendAsync("line\n");
        }

        (await host.StopAsync()).Damages.ShouldBeEmpty();
        host.Lines().Count.ShouldBe(21);
    }

    [Fact]
    public async Task Tcp_NumbersThatJump_AreMarkedAndTheMissingCounted()
    {
        await using var host = await JournalHost.StartAsync();
        var lines = new[] { 1, 2, 5, 6 }.Select(number => $"<13>1 - h a - - [meta sequenceId=\"{number}\"] text\n");
        await StreamSender.SendAsync(host.Tcp, Encoding.UTF8.GetBytes(string.Concat(lines)), chunk: 4096);
        await host.UntilAsync(4);

        host.Records().Select(record => record.Marks.HasFlag(RecordMarks.NumberJumped)).ShouldBe([false, false, true, false]);
        host.Writer.Losses.Missing.ShouldBe(2);
    }

    [Theory]
    [InlineData("1,3,2,4", "3", 0)]
    [InlineData("1,5,5,6", "5,5", 3)]
    [InlineData("1,2,1,2", "1", 0)] // it was started again
    public async Task Udp_NumbersThatOvertakeOneAnother_AreNotMissing(string numbers, string marked, int missing)
    {
        await using var host = await JournalHost.StartAsync();
        using var socket = new UdpClient("127.0.0.1", host.Udp);
        var sent = numbers.Split(',');
        foreach (var number in sent)
        {
            await socket.SendAsync(Encoding.UTF8.GetBytes(Numbered("h", number)), Token);
        }

        await host.UntilAsync(sent.Length);

        MarkedNumbers(host).ShouldBe(marked);
        host.Writer.Losses.Missing.ShouldBe(missing);
    }

    [Fact]
    public async Task Tcp_NumbersOfSeveralHosts_AreCountedEachByItself()
    {
        await using var host = await JournalHost.StartAsync();
        var lines = new[] { ("a", "1"), ("b", "100"), ("a", "2"), ("b", "102"), ("a", "3") }
            .Select(line => $"{Numbered(line.Item1, line.Item2)}\n");
        await StreamSender.SendAsync(host.Tcp, Encoding.UTF8.GetBytes(string.Concat(lines)), chunk: 4096);
        await host.UntilAsync(5);

        MarkedNumbers(host).ShouldBe("102");
        host.Writer.Losses.Missing.ShouldBe(1);
    }

    /// <summary>Loss by a broken connection is the usual loss.</summary>
    [Fact]
    public async Task Tcp_NumbersThatJumpFromOneConnectionToTheNext_AreCounted()
    {
        await using var host = await JournalHost.StartAsync();
        await SendNumberAsync("1");
        await SendNumberAsync("2");
        await SendNumberAsync("5");
        await host.UntilAsync(3);

        MarkedNumbers(host).ShouldBe("5");
        host.Writer.Losses.Missing.ShouldBe(2);

        async Task SendNumberAsync(string number)
        {
            using var sender = await StreamClient.ConnectAsync(host.Tcp);
            await sender.SendAsync($"{Numbered("h", number)}\n");
            await sender.EndAsync();
        }
    }

    /// <summary>Nobody can tell which of the two comes again.</summary>
    [Fact]
    public async Task Tcp_TwoSendersOfOneAddressThatComeAgain_AreNotMistakenForEachOther()
    {
        await using var host = await JournalHost.StartAsync();
        using (var one = await StreamClient.ConnectAsync(host.Tcp))
        using (var other = await StreamClient.ConnectAsync(host.Tcp))
        {
            await one.SendAsync($"{Numbered("h", "10")}\n");
            await other.SendAsync($"{Numbered("h", "5000")}\n");
            await host.UntilAsync(2);
            await one.EndAsync();
            await other.EndAsync();
        }

        using var again = await StreamClient.ConnectAsync(host.Tcp);
        await again.SendAsync($"{Numbered("h", "5001")}\n");
        await host.UntilAsync(3);

        MarkedNumbers(host).ShouldBe("");
        host.Writer.Losses.Missing.ShouldBe(0);
    }

    [Fact]
    public async Task Drop_OfANumberedMessage_CountsThoseBeforeIt()
    {
        await using var host = await JournalHost.StartAsync();
        var (ingester, sender) = (host.Services.GetRequiredService<Ingester>(), new Sender(new(SourceKind.Udp, "10.0.0.1:514")));
        ingester.TryTake(sender, Encoding.UTF8.GetBytes(Numbered("h", "1")), awaited: false, out _).ShouldBeTrue();

        ingester.Drop(sender, Encoding.UTF8.GetBytes(Numbered("h", "5")));

        (ingester.Losses.Missing, ingester.Losses.LostHere).ShouldBe((3, 1));
    }

    [Fact]
    public async Task Http_LinesInSeveralFrames_AreNamedByTheirRanges()
    {
        await using var host = await JournalHost.StartAsync();
        using var http = new HttpClient { BaseAddress = host.Http };
        var lines = Enumerable.Range(0, 600).Select(number => $"{number,1000}").ToArray();

        using var response = await http.PostAsync("/v1/lines", new StringContent(string.Join('\n', lines)), Token).Within();

        var stored = (await response.Content.ReadFromJsonAsync<JsonNode>(Token).Within())!;
        var ranges = stored["ranges"]!.AsArray().Select(range => (First: (int)range!["first"]!, Count: (int)range["count"]!)).ToArray();
        ranges.Length.ShouldBeGreaterThan(1);
        var records = host.Lines();
        ranges.SelectMany(range => records.Skip(range.First).Take(range.Count)).ShouldBe(lines);
        ((long)stored["ranges"]!.AsArray()[^1]!["frame"]!).ShouldBe((long)stored["frame"]!);
    }

    [Fact]
    public async Task Http_Lines_AreAnsweredWithTheirNumbersWhenTheyAreDurable()
    {
        await using var host = await JournalHost.StartAsync();
        using var http = new HttpClient { BaseAddress = host.Http };

        using var first = await http.PostAsync("/v1/lines", new StringContent("{\"a\":1}\n{\"a\":2}\r\n\n"), Token).Within();
        using var second = await http.PostAsync("/v1/lines", new StringContent("plain"), Token).Within();
        using var none = await http.PostAsync("/v1/lines", new StringContent("\n"), Token).Within();

        var stored = (await first.Content.ReadFromJsonAsync<JsonNode>(Token).Within())!;
        ((long)stored["first"]!, (int)stored["count"]!).ShouldBe((0, 2));
        ((long)(await second.Content.ReadFromJsonAsync<JsonNode>(Token).Within())!["first"]!).ShouldBe(2);
        none.StatusCode.ShouldBe(HttpStatusCode.BadRequest);
        host.Lines().ShouldBe(["{\"a\":1}", "{\"a\":2}", "plain"]);
    }

    [Fact]
    public async Task Metrics_AKnownSender_SayWhenItWasHeardLast()
    {
        await using var host = await JournalHost.StartAsync("KnownSenders=127.0.0.1,web-7");
        using var http = new HttpClient { BaseAddress = host.Http };
        var before = await HeardAsync();

        await StreamSender.SendAsync(host.Tcp, "hello\n"u8.ToArray(), chunk: 10);
        await host.UntilAsync(1);

        var after = await HeardAsync();
        after["127.0.0.1"].ShouldBeGreaterThan(before["127.0.0.1"]);
        after["web-7"].ShouldBe(before["web-7"]);

        async Task<Dictionary<string, double>> HeardAsync() => (await http.GetStringAsync("/metrics", Token).Within()).Split('\n')
            .Where(line => line.StartsWith("journal_known_sender_timestamp_seconds{", StringComparison.Ordinal))
            .ToDictionary(line => line.Split('"')[1], line => double.Parse(line.Split(' ')[1], CultureInfo.InvariantCulture));
    }

    [Fact]
    public async Task Http_WaitForProof_BringsAProofOfEachLine()
    {
        await using var host = await JournalHost.StartAsync();
        using var http = new HttpClient { BaseAddress = host.Http };
        string[] lines = ["one", "{\"a\":2}", "<13>Nov 22 10:00:00 host app: three"];

        using var response = await http.PostAsync("/v1/lines?wait=proof", new StringContent(string.Join('\n', lines)), Token).Within();
        using var other = await http.PostAsync("/v1/lines?wait=long", new StringContent("a"), Token).Within();

        var stored = (await response.Content.ReadFromJsonAsync<JsonNode>(Token).Within())!;
        var proven = stored["proofs"]!.AsArray().Select(proof =>
            RecordProof.Parse((string)proof!).Check(host.Folder.ReadVerifier(), out var problem).ShouldNotBeNull(problem)).ToList();
        proven.Select(record => Encoding.UTF8.GetString(record.Message.Span)).ShouldBe(lines);
        proven.Select(record => record.Sequence).ShouldBe([0, 1, 2]);
        other.StatusCode.ShouldBe(HttpStatusCode.BadRequest);
    }

    [Fact]
    public async Task Http_ABodyThatIsTooLong_IsRefused()
    {
        await using var host = await JournalHost.StartAsync("MaxBodyBytes=1000");
        using var http = new HttpClient { BaseAddress = host.Http };

        using var response = await http.PostAsync("/v1/lines", new StringContent(new string('x', 1001)), Token).Within();

        response.StatusCode.ShouldBe(HttpStatusCode.RequestEntityTooLarge);
        host.Records().ShouldBeEmpty();
    }

    private static string Numbered(string host, string number) => $"<13>1 - {host} a - - [meta sequenceId=\"{number}\"] text";

    /// <summary>The numbers of the lines that are marked because of them.</summary>
    private static string MarkedNumbers(JournalHost host) => string.Join(',', host.Records()
        .Where(record => record.Marks.HasFlag(RecordMarks.NumberJumped))
        .Select(record => Encoding.UTF8.GetString(record.Message.Span).Split('"')[1]));
}
