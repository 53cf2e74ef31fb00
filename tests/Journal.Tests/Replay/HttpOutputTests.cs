using System.Buffers;
using System.Collections.Concurrent;
using System.Net;
using System.Net.Sockets;
using System.Text;
using System.Text.Json;
using Journal.Features.Replay;
using Journal.Features.Replay.Sinks;
using Journal.Log.Frames;

namespace Journal.Tests.Replay;

/// <summary>Lines that are handed on over HTTP, with the place at which to continue.</summary>
public sealed class HttpOutputTests : IDisposable
{
    private readonly TempDirectory _folder = new("output");
    private readonly ConcurrentQueue<(string Key, string Body)> _taken = [];
    private readonly ConcurrentQueue<int> _answers = [];
    private readonly HttpListener _receiver = new();
    private readonly Uri _address;

    public HttpOutputTests()
    {
        _address = new($"http://127.0.0.1:{LoopbackPort.FindFree()}/events");
        _receiver.Prefixes.Add(new Uri(_address, "/").ToString());
        _receiver.Start();
        _ = ReceiveAsync();
    }

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    public void Dispose()
    {
        _receiver.Close();
        _folder.Dispose();
    }

    [Fact]
    public async Task Send_WhileTheReceiverIsAway_WaitsAndRepeatsWithTheSameKey()
    {
        _answers.Enqueue(503);
        _answers.Enqueue(429);
        using var messages = new StringWriter();
        await using var sink = new HttpOutput(_address, "log.example", messages);

        await sink.SendAsync(Lines(7, "{\"a\":1}", "{\"a\":2}"), Token).Within(Deadline.Extended);

        _taken.ShouldBe(Enumerable.Repeat(("log.example/7-8-e91bd3062f38c3f1", "{\"a\":1}\n{\"a\":2}\n"), 3));
        messages.ToString().ShouldBe(
            $"{_address} takes no lines, which wait: it answered 503: told why{Environment.NewLine}"
            + $"{_address} takes lines again.{Environment.NewLine}");
    }

    [Fact]
    public async Task Send_LinesThatAreRefusedForGood_EndsWithThePlaceToContinue()
    {
        _answers.Enqueue(400);
        await using var sink = new HttpOutput(_address, "log.example", TextWriter.Null);

        (await Should.ThrowAsync<IOException>(() => sink.SendAsync(Lines(7, "{}"), Token).Within())).Message
            .ShouldBe($"{_address}: it answered 400: told why. Every line before 7 is there: continue with --from 7.");
    }

    [Fact]
    public async Task Send_OtherLinesBetweenTheSameTwo_HasAnotherKey()
    {
        await using var sink = new HttpOutput(_address, "log.example", TextWriter.Null);

        await sink.SendAsync(Lines(7, "a", "b"), Token).Within(Deadline.Extended);
        await sink.SendAsync(Lines(7, "a", "c"), Token).Within(Deadline.Extended);

        _taken.Select(post => post.Key).Distinct().Count().ShouldBe(2);
    }

    [Theory]
    [InlineData("log.example/0a1b", "log.example%2F0a1b")]
    [InlineData("Zürich 1\n", "Z%C3%BCrich%201%0A")]
    public async Task Send_AnOriginWithOtherLetters_IsEscapedInTheKey(string origin, string expected)
    {
        await using var sink = new HttpOutput(_address, origin, TextWriter.Null);

        await sink.SendAsync(Lines(7, "a"), Token).Within(Deadline.Extended);

        _taken.ShouldHaveSingleItem().Key.ShouldBe(expected + "/7-7-87428fc522803d31"); // of "a\n"
    }

    [Fact]
    public async Task Send_ASuccessWithABodyThatNeverEnds_IsASuccess()
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        await using var sink = new HttpOutput(new($"http://{listener.LocalEndpoint}/"), "log.example", TextWriter.Null);
        var sending = sink.SendAsync(Lines(7, "a"), Token);
        using var client = await listener.AcceptTcpClientAsync(Token).AsTask().Within();

        await client.GetStream().WriteAsync("HTTP/1.1 200 OK\r\nContent-Length: 100000000\r\n\r\nx"u8.ToArray(), Token);

        await sending.Within();
    }

    [Fact]
    public async Task Replay_WithAPosition_ContinuesAfterWhatWasTaken()
    {
        var position = Path.Combine(_folder.Path, "position");
        await using var host = await JournalHost.StartAsync();
        await PostAsync(host, "a\nb");

        _answers.Enqueue(400);
        await Should.ThrowAsync<IOException>(() => ReplayAsync(host, position));
        KeptPosition.Read(position).ShouldBeNull();
        _taken.Clear();

        await ReplayAsync(host, position);
        KeptPosition.Read(position).ShouldBe(2);
        await PostAsync(host, "c");
        await ReplayAsync(host, position);

        string.Concat(_taken.Select(post => post.Body)).ShouldBe("a\nb\nc\n"); // in two or three frames
        KeptPosition.Read(position).ShouldBe(3);
    }

    [Theory]
    [InlineData("{\"host\":\"gateway\",\"time\":\"2026-11-27T01:00:00Z\"}", "\"host\":\"gateway\",\"time\":\"2026-11-27T01:00:00Z\"}")]
    [InlineData("{ \"a\" :\n 1 }", "\"a\":1}")]
    [InlineData("{}", "}}")]
    public void EventFormat_AnObject_KeepsItsMembersBesideItsPlace(string message, string end)
    {
        var line = EventOf(message);

        line.ShouldStartWith("{\"journal\":{\"sequence\":0,\"receivedAt\":\"");
        line.ShouldEndWith(end);
        line.ShouldContain("\"by\":\"http\",\"source\":\"127.0.0.1:1\"");
        line.ShouldNotContain("\n");
    }

    [Theory]
    [InlineData("{\"journal\":{\"sequence\":9}}")]
    [InlineData("{\"cut\":")]
    [InlineData("<13>Nov 27 01:00:00 web app: {\"a\":1}")]
    [InlineData("[1]")]
    [InlineData("""{"a":"\ud800"}""")]
    [InlineData("""{"b":1,"\ud800":1}""")]
    [InlineData("""{"jour\ud800nal":1}""")]
    public void EventFormat_AnythingElse_IsAMessage(string message)
    {
        using var line = JsonDocument.Parse(EventOf(message));

        line.RootElement.GetProperty("sequence").GetInt64().ShouldBe(0);
        line.RootElement.GetProperty("message").GetString().ShouldBe(message);
    }

    private static ReplayedLines Lines(long first, params string[] texts)
    {
        var lines = new ReplayedLines();
        foreach (var text in texts)
        {
            lines.Add(first++, Encoding.UTF8.GetBytes(text), isSuspicious: false);
        }

        return lines;
    }

    private static string EventOf(string message)
    {
        var output = new ArrayBufferWriter<byte>();
        RecordFormats.Of(RecordFormats.Event)(
            new(0, 0, new(SourceKind.Http, "127.0.0.1:1"), RecordMarks.None, Encoding.UTF8.GetBytes(message)), output);
        return Encoding.UTF8.GetString(output.WrittenSpan);
    }

    private static async Task PostAsync(JournalHost host, string lines)
    {
        using var http = new HttpClient { BaseAddress = host.Http };
        using var content = new StringContent(lines);
        using var answer = await http.PostAsync("/v1/lines", content, Token).Within();
        answer.EnsureSuccessStatusCode();
    }

    private async Task ReplayAsync(JournalHost host, string position)
    {
        await using var sink = await ReplaySinks.OpenAsync(_address.ToString(), position, "log.example", TextWriter.Null, Token);
        var filter = new ReplayFilter { From = KeptPosition.Read(position) is { } next ? new(next, null) : null };
        var replay = new ReplayCommand(host.Folder, filter, RecordFormats.Of(RecordFormats.Raw), TextWriter.Null);
        (await JournalHost.ReplayAsync(replay, sink, Token)).ShouldBe(0);
    }

    private async Task ReceiveAsync()
    {
        try
        {
            while (true)
            {
                var context = await _receiver.GetContextAsync();
                using var body = new StreamReader(context.Request.InputStream);
                _taken.Enqueue((context.Request.Headers["Idempotency-Key"]!, await body.ReadToEndAsync(Token)));
                context.Response.StatusCode = _answers.TryDequeue(out var status) ? status : 200;
                context.Response.Close("told why"u8.ToArray(), willBlock: false);
            }
        }
        catch (Exception exception) when (exception is ObjectDisposedException or HttpListenerException)
        {
            // The test is over.
        }
    }
}
