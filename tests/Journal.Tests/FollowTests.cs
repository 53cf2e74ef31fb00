using System.Globalization;
using System.Net;
using System.Net.Sockets;
using System.Text;
using Journal.Features.Replay;
using Journal.Features.Replay.Sinks;
using Journal.Features.Search;
using Journal.Log.Writing;

namespace Journal.Tests;

/// <summary>Replay that goes on as lines come, and what it says when nobody takes them.</summary>
public sealed class FollowTests
{
    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Follow_LinesThatComeLater_AreHandedOnOnceAndInOrderOverManySegments()
    {
        await using var host = await JournalHost.StartAsync(
            new WriterSettings { MaxSegmentBytes = 2000, CheckpointInterval = TimeSpan.FromMilliseconds(20) });
        using var http = new HttpClient { BaseAddress = host.Http };
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(Token);
        using var messages = new StringWriter();
        await PostAsync(http, "before");
        await using var sink = new CollectingSink();
        var command = new ReplayCommand(host.Folder, new(), RecordFormats.Of(RecordFormats.Raw), messages)
        {
            Follow = true,
            LookInterval = TimeSpan.FromMilliseconds(5),
        };
        var replay = JournalHost.ReplayAsync(command, sink, stop.Token);
        string[] lines = ["before", .. Enumerable.Range(0, 40).Select(number => $"line {number} {new string('x', 300)}")];
        foreach (var line in lines[1..])
        {
            await PostAsync(http, line);
        }

        await Deadline.UntilAsync(() => sink.Lines.Count == lines.Length);
        await PostAsync(http, "last");
        await Deadline.UntilAsync(() => sink.Lines.Count == lines.Length + 1);
        await stop.CancelAsync();

        (await replay).ShouldBe(0);
        sink.Lines.ShouldBe([.. lines, "last"]);
        host.Folder.ListSegments().Count.ShouldBeGreaterThan(2);
        messages.ToString().ShouldStartWith("42 lines, 0 places suspicious at replay, 0 lines suspicious at arrival.");
    }

    [Fact]
    public async Task Follow_UpToASequence_EndsThere()
    {
        await using var host = await JournalHost.StartAsync();
        using var http = new HttpClient { BaseAddress = host.Http };
        await using var sink = new CollectingSink();
        var replay = JournalHost.ReplayAsync(
            new(host.Folder, new() { To = new(2, null) }, RecordFormats.Of(RecordFormats.Raw), TextWriter.Null) { Follow = true },
            sink, Token);

        await PostAsync(http, "a");
        await PostAsync(http, "b\nc");

        (await replay).ShouldBe(0);
        sink.Lines.ShouldBe(["a", "b"]);
    }

    /// <summary>Nothing more comes: what says that the time is over are frames without records.</summary>
    [Fact]
    public async Task Follow_UpToATime_EndsWhenItIsOver()
    {
        var often = TimeSpan.FromMilliseconds(20);
        await using var host = await JournalHost.StartAsync(new WriterSettings { Heartbeat = often, CheckpointInterval = often });
        using var http = new HttpClient { BaseAddress = host.Http };
        await PostAsync(http, "a");
        await using var sink = new CollectingSink();
        var now = TimeText.Parse(TimeProvider.System.GetUtcNow().ToString("O", CultureInfo.InvariantCulture), DateTimeOffset.UnixEpoch);

        (await JournalHost.ReplayAsync(
            new(host.Folder, new() { To = now }, RecordFormats.Of(RecordFormats.Raw), TextWriter.Null) { Follow = true }, sink, Token))
            .ShouldBe(0);

        sink.Lines.ShouldBe(["a"]);
    }

    [Fact]
    public async Task Follow_AnOlderCheckpointIsPutBack_IsDamageAndEndsIt()
    {
        await using var host = await JournalHost.StartAsync();
        var old = await File.ReadAllBytesAsync(host.Folder.Checkpoint, Token);
        using var http = new HttpClient { BaseAddress = host.Http };
        await PostAsync(http, "a");
        await host.Writer.CoverAsync(2).Within();
        await host.StopAsync();
        using var messages = new StringWriter();
        await using var sink = new CollectingSink();
        var replay = JournalHost.ReplayAsync(
            new(host.Folder, new(), RecordFormats.Of(RecordFormats.Raw), messages) { Follow = true }, sink, Token);
        await Deadline.UntilAsync(() => sink.Lines.Count == 1);

        await File.WriteAllBytesAsync(host.Folder.Checkpoint, old, Token);

        (await replay).ShouldBe(1);
        messages.ToString().ShouldContain("Damaged: ");
    }

    [Theory]
    [InlineData("relp", "3 rsp 16 500 no more room\n", "500 no more room. Every line before 0 is answered: continue with --from 0")]
    [InlineData("relp", "2 rsp 6 200 OK\n", "has closed the connection. Every line before 1 is answered: continue with --from 1")]
    public async Task Output_AReceiverThatTakesNoMore_SaysWhereToGoOn(string scheme, string answers, string expected)
    {
        await using var host = await JournalHost.StartAsync();
        using var http = new HttpClient { BaseAddress = host.Http };
        await PostAsync(http, "a\nb");
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        var receiving = ReceiveAsync(listener, answers);
        await using var sink = await ReplaySinks.OpenAsync($"{scheme}://{listener.LocalEndpoint}", Token);

        var problem = await Should.ThrowAsync<IOException>(() => JournalHost.ReplayAsync(
            new(host.Folder, new(), RecordFormats.Of(RecordFormats.Raw), TextWriter.Null), sink, Token));

        problem.Message.ShouldContain(expected);
        await receiving.Within();
    }

    [Theory]
    [InlineData("relp://127.0.0.1")]
    [InlineData("http://127.0.0.1:80")]
    [InlineData("somewhere")]
    public async Task Output_WhatIsNoAddress_IsRefused(string output) =>
        (await Should.ThrowAsync<ArgumentException>(() => ReplaySinks.OpenAsync(output, Token))).Message.ShouldContain("relp://host:2514");

    private static async Task ReceiveAsync(TcpListener listener, string answers)
    {
        using var client = await listener.AcceptTcpClientAsync(Token);
        var stream = client.GetStream();
        var buffer = new byte[4096];
        (await stream.ReadAsync(buffer, Token)).ShouldBeGreaterThan(0);
        await stream.WriteAsync("1 rsp 6 200 OK\n"u8.ToArray(), Token);
        for (var read = ""; !read.EndsWith("b\n", StringComparison.Ordinal);)
        {
            read += Encoding.UTF8.GetString(buffer, 0, await stream.ReadAsync(buffer, Token));
        }

        await stream.WriteAsync(Encoding.UTF8.GetBytes(answers), Token);
    }

    private static async Task PostAsync(HttpClient http, string lines)
    {
        using var response = await http.PostAsync("/v1/lines", new StringContent(lines), Token).Within();
        response.EnsureSuccessStatusCode();
    }
}
