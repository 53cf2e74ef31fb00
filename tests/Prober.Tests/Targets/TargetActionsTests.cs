using System.Net;
using System.Net.Http.Json;
using System.Text.Json.Nodes;
using Microsoft.Extensions.DependencyInjection;
using Prober.Features.Alerts;
using Prober.Features.History;
using Prober.Features.History.Storage;

namespace Prober.Tests.Targets;

/// <summary>What a person says, and a disk that takes it, takes it later, or not at all.</summary>
public sealed class TargetActionsTests
{
    private const string Target = "http://127.0.0.1:9/";
    private static readonly TargetKey Key = new("http", Target);
    private static readonly string Path = $"/api/v1/targets/http/{Uri.EscapeDataString(Target)}";

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Acknowledge_WhenTheDiskHasRoomAgain_IsKeptAfterTheOlderStateThatWaits()
    {
        await using var host = await StartAsync();
        var (keeper, attempts, isFull) = (host.Services.GetRequiredService<HistoryKeeper>(), 0, true);
        var told = host.Services.GetRequiredService<AlertBook>().Find(Key);
        keeper.Add(writer =>
        {
            Interlocked.Increment(ref attempts);
            if (Volatile.Read(ref isFull))
            {
                throw new IOException("No space left.");
            }

            writer.Alert(Key, $"{told}");
        });
        await Deadline.UntilAsync(() => Volatile.Read(ref attempts) > 0 && keeper.Failure is not null);

        Volatile.Write(ref isFull, false);
        (await PostAsync(host, "acknowledge", new { note = "Ada looks" })).ShouldBe(HttpStatusCode.NoContent);

        await Deadline.UntilAsync(() => keeper is { Failure: null, Waiting: 0 });
        var rows = host.Services.GetRequiredService<HistoryFile>().Read(reader => reader.Alerts());
        AlertState.Parse(rows.Values.ShouldHaveSingleItem()).IsAcknowledged.ShouldBeTrue();
    }

    [Fact]
    public async Task Silence_OnAFullDisk_IsRefusedAndSilencesNothing()
    {
        await using var host = await StartAsync("--Prober:MaxHistoryBytes=524288");
        await FillAsync(host.Services.GetRequiredService<HistoryFile>());

        (await PostAsync(host, "silence", new { @for = "8h", note = new string('x', 1000) })).ShouldBe(HttpStatusCode.ServiceUnavailable);

        var state = host.Services.GetRequiredService<AlertBook>().Find(Key);
        state.SilencedUntil.ShouldBe(0);
        state.Note.ShouldBe("");
    }

    [Theory]
    [InlineData("..")]
    [InlineData("a/b?c#d %2F")]
    [InlineData("timeline")]
    [InlineData("Büro 🏢 <script>")]
    public async Task Target_OfAnyName_IsReachable(string name)
    {
        using var folder = new TempDirectory("names");
        File.WriteAllText(
            folder.Combine("probes.yaml"), $"tcp:\n  - {{ name: \"{name}\", host: \"127.0.0.1:9\" }}\n");
        await using var host = await ProberHost.StartAsync("--config", folder.Combine("probes.yaml"));
        var query = $"?kind=tcp&name={Uri.EscapeDataString(name)}";

        var timeline = await host.Http.GetAsync($"/api/v1/timeline{query}", Token).Within();
        var silence = await host.Http.PostAsJsonAsync($"/api/v1/silence{query}", new { @for = "1h" }, Token).Within();

        timeline.StatusCode.ShouldBe(HttpStatusCode.OK);
        silence.StatusCode.ShouldBe(HttpStatusCode.NoContent);
        host.Services.GetRequiredService<AlertBook>().Find(new("tcp", name)).SilencedUntil.ShouldBePositive();
    }

    [Fact]
    public async Task Disk_ThatIsFull_IsToldByReadinessAndViewsUntilThereIsRoom()
    {
        await using var host = await StartAsync();
        var isFull = true;
        host.Services.GetRequiredService<HistoryKeeper>().Add(_ =>
        {
            if (Volatile.Read(ref isFull))
            {
                throw new IOException("No space left.");
            }
        });

        (await UntilAsync(notKept => notKept is not null).Within())!.ShouldContain("No space left.");
        var ready = await host.Http.GetStringAsync("/healthz/ready", Token).Within();
        ready.ShouldContain("wait in memory");
        ready.ShouldContain("No space left.");

        Volatile.Write(ref isFull, false);
        await UntilAsync(notKept => notKept is null).Within();
        (await host.Http.GetStringAsync("/healthz/ready", Token).Within()).ShouldNotContain("wait in memory");

        async Task<string?> UntilAsync(Predicate<string?> condition)
        {
            while (true)
            {
                var document = await host.Http.GetFromJsonAsync<JsonObject>("/api/v1/targets", Token);
                var notKept = (string?)document!["prober"]!["notKept"];
                if (condition(notKept))
                {
                    return notKept;
                }

                await Task.Delay(50, Token);
            }
        }
    }

    [Fact]
    public async Task Silence_ThatIsOver_IsShownNoLonger()
    {
        await using var host = await StartAsync();

        (await PostAsync(host, "silence", new { @for = "1s" })).ShouldBe(HttpStatusCode.NoContent);

        await UntilAsync().Within();

        async Task UntilAsync()
        {
            while ((await host.Http.GetFromJsonAsync<JsonObject>("/api/v1/targets", Token))!["targets"]![0]!["alert"]!["silencedUntil"]
                is not null)
            {
                await Task.Delay(50, Token);
            }
        }
    }

    [Fact]
    public async Task Target_WhoseNameLooksEncoded_HasATimelineAndTakesActions()
    {
        const string Name = "a%20b/c";
        using var folder = new TempDirectory("prober-names");
        await File.WriteAllTextAsync(
            folder.Combine("probes.yaml"), $"tcp: [{{ name: '{Name}', host: '127.0.0.1:{LoopbackPort.FindFree()}' }}]", Token);
        await using var host = await ProberHost.StartAsync("--config", folder.Combine("probes.yaml"));
        var path = $"/api/v1/targets/tcp/{Uri.EscapeDataString(Name)}";

        using var timeline = await host.Http.GetAsync($"{path}/timeline", Token).Within();
        using var acknowledged = await host.Http.PostAsJsonAsync($"{path}/acknowledge", new { note = "Ada looks" }, Token).Within();

        timeline.StatusCode.ShouldBe(HttpStatusCode.OK);
        acknowledged.StatusCode.ShouldBe(HttpStatusCode.NoContent);
    }

    [Fact]
    public async Task Correction_InATransactionThatFails_CountsOnlyWhenItIsAcknowledged()
    {
        await using var host = await StartAsync();
        var file = host.Services.GetRequiredService<HistoryFile>();
        using var gate = new ManualResetEventSlim();
        var from = DateTimeOffset.UnixEpoch;
        var body = new { from, to = from.AddYears(50), state = "up", note = "The monitor was wrong." };

        // What is written behind the correction, in the same transaction, fails.
        var first = file.WriteAsync(_ => gate.Wait(Token));
        var post = PostAsync(host, "corrections", body);
        await Task.Delay(500, Token);
        var last = file.WriteAsync(_ => throw new IOException("No space left."));
        gate.Set();

        await Should.ThrowAsync<HistoryUnavailableException>(Task.WhenAll(first, last).Within());
        var status = await post.Within();
        var timeline = (await host.Http.GetFromJsonAsync<JsonObject>($"{Path}/timeline", Token).Within())!;
        timeline["corrections"]!.AsArray().Count.ShouldBe(status == HttpStatusCode.NoContent ? 1 : 0);
    }

    /// <summary>The target is down, and that is told and written.</summary>
    private static async Task<ProberHost> StartAsync(params string[] arguments)
    {
        var host = await ProberHost.StartAsync(["--target", Target, "--Prober:Interval=1s", "--Prober:Timeout=1s", .. arguments]);
        var file = host.Services.GetRequiredService<HistoryFile>();
        await Deadline.UntilAsync(() => file.Read(reader => reader.Alerts()).Count > 0);
        return host;
    }

    private static async Task FillAsync(HistoryFile file)
    {
        for (var number = 0; ; number++)
        {
            try
            {
                await file.WriteAsync(writer => writer.Alert(new("tcp", $"t{number}"), new string('x', 1000))).Within();
            }
            catch (HistoryUnavailableException)
            {
                return;
            }
        }
    }

    private static async Task<HttpStatusCode> PostAsync(ProberHost host, string action, object body)
    {
        using var response = await host.Http.PostAsJsonAsync($"{Path}/{action}", body, Token).Within();
        return response.StatusCode;
    }
}
