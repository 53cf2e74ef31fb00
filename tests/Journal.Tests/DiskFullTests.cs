using System.Net;
using System.Net.Http.Json;
using System.Net.Sockets;
using System.Text.Json.Nodes;
using Hosting.Uploads;
using Journal.Log.Writing;
using Microsoft.Extensions.DependencyInjection;

namespace Journal.Tests;

/// <summary>A disk without room: each sender hears so in time, or is not read; and all goes on by itself when there is room.</summary>
public sealed class DiskFullTests
{
    private static readonly TimeSpan CommitTimeout = TimeSpan.FromSeconds(10);

    private readonly ManualTime _time = new();
    private readonly FullDisk _disk = new();

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Http_WhileTheDiskIsFull_Is503AndGoesOnByItself()
    {
        await using var host = await StartAsync();
        using var http = new HttpClient { BaseAddress = host.Http };
        (await StatusOf("/healthz/ready")).ShouldBe(HttpStatusCode.OK);
        _disk.IsFull = true;

        var waiting = http.PostAsync("/v1/lines", new StringContent("first"), Token);
        await Deadline.UntilAsync(() => host.Writer.IsFailing);
        (await StatusOf("/healthz/ready")).ShouldBe(HttpStatusCode.ServiceUnavailable);
        await _time.AdvanceUntilAsync(CommitTimeout, () => waiting.IsCompleted);
        using var refused = await waiting;
        (refused.StatusCode, refused.Headers.RetryAfter.ShouldNotBeNull().Delta)
            .ShouldBe((HttpStatusCode.ServiceUnavailable, TimeSpan.FromSeconds(1)));

        _disk.IsFull = false;
        using var stored = await http.PostAsync("/v1/lines", new StringContent("second"), Token).Within();
        stored.StatusCode.ShouldBe(HttpStatusCode.OK);
        (await StatusOf("/healthz/ready")).ShouldBe(HttpStatusCode.OK);
        host.Lines().ShouldBe(["first", "second"]); // the one that was refused was not forgotten: its sender may send it again
        (await host.StopAsync()).Damages.ShouldBeEmpty();

        async Task<HttpStatusCode> StatusOf(string path)
        {
            using var response = await http.GetAsync(path, Token).Within();
            return response.StatusCode;
        }
    }

    /// <summary>The bound holds for each message from its arrival on: a window of them waits no longer than one.</summary>
    [Fact]
    public async Task Relp_AWindowOfMessages_IsAnsweredWith500InTheTimeOfOne()
    {
        const int Window = 40;
        await using var host = await StartAsync();
        using var http = new HttpClient { BaseAddress = host.Http };
        using var sender = await StreamClient.ConnectAsync(host.Relp);
        await sender.SendAsync("1 open 0\n");
        await sender.UntilHeardAsync("1 rsp ");
        _disk.IsFull = true;

        await sender.SendAsync(string.Concat(Enumerable.Range(2, Window).Select(number => $"{number} syslog 5 hello\n")));
        await UntilReceivedAsync(http, Window);
        _time.Advance(CommitTimeout);

        await sender.UntilHeardAsync($"{Window + 1} rsp 48 500 The message could not be written to the disk\n");
        sender.Heard.Split(" 500 ").Length.ShouldBe(Window + 1);
        _disk.IsFull = false;
        await sender.SendAsync($"{Window + 2} syslog 5 again\n");
        await sender.UntilHeardAsync($"{Window + 2} rsp 6 200 OK\n");
        (await host.StopAsync()).Damages.ShouldBeEmpty();
    }

    [Fact]
    public async Task Relp_AMessageForWhichThereIsNoRoom_IsAnsweredWith500()
    {
        const int Window = 20;
        await using var host = await StartAsync();
        using var sender = await StreamClient.ConnectAsync(host.Relp);
        await sender.SendAsync("1 open 0\n");
        await sender.UntilHeardAsync("1 rsp ");
        _disk.IsFull = true;

        var text = new string('x', 60_000);
        var sending = sender.SendAsync(string.Concat(Enumerable.Range(2, Window).Select(number => $"{number} syslog 60000 {text}\n")));
        await UntilThereIsNoRoomAsync(host);
        await _time.AdvanceUntilAsync(CommitTimeout, () => sender.Heard.Contains($"{Window + 1} rsp 48 500 ", StringComparison.Ordinal));

        await sending.Within();
        _disk.IsFull = false;
        await Deadline.UntilAsync(() => !host.Writer.IsFailing);
        await sender.SendAsync($"{Window + 2} syslog 5 again\n");
        await sender.UntilHeardAsync($"{Window + 2} rsp 6 200 OK\n");
        (await host.StopAsync()).Damages.ShouldBeEmpty();
    }

    [Fact]
    public async Task Tcp_WhileThereIsNoRoom_IsNotReadAndNothingIsLost()
    {
        const int Lines = 16_000;
        await using var host = await StartAsync();
        using var sender = await StreamClient.ConnectAsync(host.Tcp);
        _disk.IsFull = true;

        var sending = sender.SendAsync(string.Concat(Enumerable.Range(0, Lines).Select(number => $"{number,999}\n")));
        await UntilThereIsNoRoomAsync(host);
        host.Writer.Losses.LostHere.ShouldBe(0);
        _disk.IsFull = false;
        await sending.Within();
        await host.UntilAsync(Lines);

        host.Lines().Select(int.Parse).ShouldBe(Enumerable.Range(0, Lines));
        host.Writer.Losses.LostHere.ShouldBe(0);
        (await host.StopAsync()).Damages.ShouldBeEmpty();
    }

    [Fact]
    public async Task Udp_WhileThereIsNoRoom_IsCountedAsLostHere()
    {
        await using var host = await StartAsync();
        using var socket = new UdpClient("127.0.0.1", host.Udp);
        _disk.IsFull = true;

        var sent = 0L;
        while (host.Writer.Losses.LostHere < 10)
        {
            await socket.SendAsync(new byte[1000], Token);
            sent++;
        }

        _disk.IsFull = false;
        await Deadline.UntilAsync(() =>
            host.Writer.NextSequence + host.Writer.Losses.LostHere + host.Writer.Losses.LostInKernel == sent);
        await host.Writer.Intake.WaitForRoomAsync(Token).Within(); // what is durable may still hold its place for a moment
        await socket.SendAsync("again"u8.ToArray(), Token);
        await Deadline.UntilAsync(() => host.Lines().Contains("again"));
        (await host.StopAsync()).Damages.ShouldBeEmpty();
    }

    /// <summary>Records that wait for the disk are held in memory: no request may add to it beyond the bound.</summary>
    [Fact]
    public async Task Http_MoreBytesThanMayWait_Is503AtOnce()
    {
        await using var host = await StartAsync("MaxBodyBytes=100000", "MaxBodiesBytes=1");
        using var http = new HttpClient { BaseAddress = host.Http };
        host.Services.GetRequiredService<BodyRoom>().Take(20_001).ShouldBeNull(); // of 200,000: two bodies have no room
        _disk.IsFull = true;
        var body = string.Concat(Enumerable.Repeat($"{new string('x', 999)}\n", 90));

        var waiting = http.PostAsync("/v1/lines", new StringContent(body), Token);
        await UntilReceivedAsync(http, 90);
        using var refused = await http.PostAsync("/v1/lines", new StringContent(body), Token).Within();

        (refused.StatusCode, refused.Headers.RetryAfter?.Delta).ShouldBe((HttpStatusCode.ServiceUnavailable, TimeSpan.FromSeconds(1)));
        _disk.IsFull = false;
        using var stored = await waiting.Within();
        ((int)(await stored.Content.ReadFromJsonAsync<JsonNode>(Token).Within())!["count"]!).ShouldBe(90);
        using var again = await http.PostAsync("/v1/lines", new StringContent(body), Token).Within();
        again.StatusCode.ShouldBe(HttpStatusCode.OK);
        host.Records().Count.ShouldBe(180);
    }

    /// <summary>A listener that outlives the writer, as while a host stops, does not ask for room for ever.</summary>
    [Fact]
    public async Task Http_JournalHasStopped_Is503()
    {
        await using var host = await StartAsync();
        using var http = new HttpClient { BaseAddress = host.Http };
        host.Writer.End();

        using var refused = await http.PostAsync("/v1/lines", new StringContent("late"), Token).Within();

        refused.StatusCode.ShouldBe(HttpStatusCode.ServiceUnavailable);
    }

    private static async Task UntilReceivedAsync(HttpClient http, int messages)
    {
        var limit = TimeProvider.System.GetTimestamp();
        while (await ReceivedAsync() < messages)
        {
            TimeProvider.System.GetElapsedTime(limit).ShouldBeLessThan(Deadline.Default);
            await Task.Delay(20, Token);
        }

        async Task<int> ReceivedAsync() => (await http.GetStringAsync("/metrics", Token).Within()).Split('\n')
            .Where(line => line.StartsWith("journal_received_total{", StringComparison.Ordinal))
            .Sum(line => int.Parse(line.Split(' ')[1], System.Globalization.CultureInfo.InvariantCulture));
    }

    private static Task UntilThereIsNoRoomAsync(JournalHost host) =>
        Deadline.UntilAsync(() => !host.Writer.Intake.WaitForRoomAsync(Token).IsCompleted);

    private Task<JournalHost> StartAsync(params string[] settings) => JournalHost.StartWithAsync(
        services => services.AddSingleton<TimeProvider>(_time)
            .AddDisk(_disk).AddSingleton(new WriterSettings { Batches = 3 }),
        settings);
}
