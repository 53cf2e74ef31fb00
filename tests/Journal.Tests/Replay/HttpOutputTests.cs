using System.Collections.Concurrent;
using System.Net;
using System.Text;
using Journal.Features.Replay;
using Journal.Features.Replay.Sinks;

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

        _taken.ShouldBe(Enumerable.Repeat(("log.example/7-8", "{\"a\":1}\n{\"a\":2}\n"), 3));
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
    public async Task Replay_WithAPosition_ContinuesAfterWhatWasTaken()
    {
        var position = Path.Combine(_folder.Path, "position");
        KeptPosition.Read(position).ShouldBeNull();
        await using (var sink = new KeptPosition(new HttpOutput(_address, "log.example", TextWriter.Null), position))
        {
            await sink.SendAsync(Lines(0, "a", "b", "c"), Token).Within(Deadline.Extended);
        }

        KeptPosition.Read(position).ShouldBe(3);
        await File.WriteAllTextAsync(position, "three", Token);
        Should.Throw<InvalidDataException>(() => KeptPosition.Read(position)).Message.ShouldContain("remove it");
    }

    [Theory]
    [InlineData("{\"host\":\"gateway\",\"time\":\"2026-11-27T01:00:00Z\"}", "\"host\":\"gateway\",\"time\":\"2026-11-27T01:00:00Z\"}")]
    [InlineData("{ \"a\" :\n 1 }", "\"a\":1}")]
    [InlineData("{}", "}}")]
    public async Task EventFormat_AnObject_KeepsItsMembersBesideItsPlace(string message, string end)
    {
        var line = await ReplayAsync(message);

        line.ShouldStartWith("{\"journal\":{\"sequence\":0,\"receivedAt\":\"");
        line.ShouldEndWith(end);
        line.ShouldContain("\"by\":\"http\",\"source\":\"127.0.0.1:");
    }

    [Theory]
    [InlineData("{\"journal\":{\"sequence\":9}}")]
    [InlineData("{\"cut\":")]
    [InlineData("<13>Nov 27 01:00:00 web app: {\"a\":1}")]
    [InlineData("[1]")]
    public async Task EventFormat_AnythingElse_IsAMessage(string message) =>
        (await ReplayAsync(message)).ShouldStartWith("{\"sequence\":0,\"receivedAt\":\"");

    private static ReplayedLines Lines(long first, params string[] texts)
    {
        var lines = new ReplayedLines();
        foreach (var text in texts)
        {
            lines.Add(first++, Encoding.UTF8.GetBytes(text), isSuspicious: false);
        }

        return lines;
    }

    private static async Task<string> ReplayAsync(string message)
    {
        await using var host = await JournalHost.StartAsync();
        using var http = new HttpClient { BaseAddress = host.Http };
        using var content = new StringContent(message.ReplaceLineEndings(" "));
        using var answer = await http.PostAsync("/v1/lines", content, Token).Within();
        answer.EnsureSuccessStatusCode();
        await using var sink = new CollectingSink();
        var replay = new ReplayCommand(host.Folder, new(), RecordFormats.Of(RecordFormats.Event), TextWriter.Null);
        (await JournalHost.ReplayAsync(replay, sink, Token)).ShouldBe(0);
        return sink.Lines.ShouldHaveSingleItem();
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
