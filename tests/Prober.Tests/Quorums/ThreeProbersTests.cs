using System.Text.Json.Nodes;
using Crash.Servers;
using Load.Servers;
using Prober.Tests.Notifications;

namespace Prober.Tests.Quorums;

/// <summary>
/// Three probers that agree, of which one stands still (SIGSTOP) and one is behind a proxy that swallows everything. Each of them has the
/// same notifier.
/// </summary>
[Trait("Category", "Nightly")]
public sealed class ThreeProbersTests : IDisposable
{
    private static readonly string[] Names = ["berlin", "tokyo", "lima"];

    /// <summary>Nothing comes back, and no connection ends.</summary>
    private static readonly Toxic Swallow = new("timeout", "downstream", """{"timeout":0}""");

    private readonly TempDirectory _folder = new("prober-quorum");

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Outage_SeenByAll_IsToldOnceAndTroubleOfTheProbersNever()
    {
        if (OperatingSystem.IsWindows())
        {
            Assert.Skip("Windows has no SIGSTOP.");
        }

        await using var servers = new ServerScript(SharedData.SkipUnlessPresent("services", "services"));
        await using var receiver = await Receiver.StartAsync();
        var ports = Names.ToDictionary(name => name, _ => LoopbackPort.FindFree());
        using var network = await Toxiproxy.UpAsync(
            servers, [.. Names.Select(name => new Uri($"http://127.0.0.1:{ports[name]}")), receiver.Address], Token);
        var ways = Names.Index().ToDictionary(one => one.Item, one => network.Proxies[one.Index].Port);
        await using var berlin = Start("berlin", network.Proxies[3].Port, name => name == "lima" ? ways[name] : ports[name]);
        await using var tokyo = Start("tokyo", receiver.Address.Port, name => name == "lima" ? ways[name] : ports[name]);
        await using var lima = Start("lima", receiver.Address.Port, name => name == "lima" ? ports[name] : ways[name]);
        ProberProcess[] all = [berlin, tokyo, lima];
        await UntilAllAsync("all see it up", one => StateIn(one) == "up" && (int)Quorum(one)!["answering"]! == 3);
        await berlin.UntilAsync("the first of them tells", one => (bool)Quorum(one)!["tells"]!);

        // One alone sees it down: it stays up, and nobody is told.
        await network.PoisonAsync(3, Swallow, Token);
        await berlin.UntilAsync("berlin alone sees it down", one => ViewIn(one, "berlin") == "down");
        StateIn(await berlin.ReadAsync()).ShouldBe("up");

        // Then another one stands still, and the third is cut off: too few answer.
        await tokyo.StopAsync();
        await Task.WhenAll(Enumerable.Range(0, 3).Select(proxy => network.PoisonAsync(proxy, Swallow, Token)));
        await berlin.UntilAsync(
            "one direction is enough to hear", one => StateIn(one) == "unknown" && (int)Quorum(one)!["answering"]! == 2);
        await Task.WhenAll(Enumerable.Range(0, 3).Select(
            proxy => network.PoisonAsync(proxy, Swallow with { Stream = "upstream" }, Token)));
        await berlin.UntilAsync("too few answer", one => StateIn(one) == "unknown" && (int)Quorum(one)!["answering"]! == 1);
        await lima.UntilAsync("too few answer", one => StateIn(one) == "unknown");
        await network.CureAsync(Token);
        await tokyo.ContinueAsync();
        await UntilAllAsync("all see it up again", one => StateIn(one) == "up" && (int)Quorum(one)!["answering"]! == 3);
        receiver.Taken.ShouldBeEmpty();
        foreach (var prober in all)
        {
            (await prober.ReadAsync("/api/v1/timeline?kind=http&name=Shop"))["changes"]!.AsArray()
                .ShouldAllBe(change => (string?)change!["state"] != "down");
        }

        // All see it down: one message. The prober that sent it stands still then, and the next one tells that it is up.
        receiver.IsTargetDown = true;
        await UntilAllAsync("all see the outage", one => StateIn(one) == "down");
        await Deadline.UntilAsync(() => !receiver.Taken.IsEmpty);
        await tokyo.UntilAsync("tokyo knows that it is told", one => (bool)one["targets"]![0]!["alert"]!["told"]!);
        await lima.UntilAsync("lima knows it too", one => (bool)one["targets"]![0]!["alert"]!["told"]!);
        await berlin.StopAsync();
        await tokyo.UntilAsync("the next one tells", one => (bool)Quorum(one)!["tells"]!);
        receiver.IsTargetDown = false;
        await tokyo.UntilAsync("it is up", one => StateIn(one) == "up");
        await Deadline.UntilAsync(() => receiver.Taken.Count > 1);
        await berlin.ContinueAsync();
        await UntilAllAsync("nothing is left to tell", one => StateIn(one) == "up" && !(bool)one["targets"]![0]!["alert"]!["told"]!);
        await berlin.UntilAsync("the first of them tells again", one => (bool)Quorum(one)!["tells"]!);

        receiver.Taken.Select(taken => (string?)taken.Body["state"]).ShouldBe(["down", "up"]);
        ((string?)receiver.Taken.First().Body["cause"])!.ShouldContain("of 3 probers say so. berlin: ");

        Task UntilAllAsync(string what, Func<JsonObject, bool> condition) =>
            Task.WhenAll(all.Select(one => one.UntilAsync(what, condition)));

        ProberProcess Start(string name, int target, Func<string, int> portOf)
        {
            var config = _folder.Combine($"{name}.yaml");
            File.WriteAllText(config, $$"""
                http:
                  - { name: Shop, url: "http://127.0.0.1:${TARGET}/target", success_code: [[200, 299]], interval: 1s, timeout: 1s }
                quorum:
                  need: 2
                  token: a-token-that-is-long
                  probers:
                    - { name: berlin, url: "http://127.0.0.1:{{portOf("berlin")}}" }
                    - { name: tokyo, url: "http://127.0.0.1:{{portOf("tokyo")}}" }
                    - { name: lima, url: "http://127.0.0.1:{{portOf("lima")}}" }
                notify:
                  http: [{ name: web, url: {{receiver.Address}}web }]
                """);
            return new(name, ports[name], config, _folder.Combine(name), $"{target}");
        }
    }

    private static JsonNode? Quorum(JsonObject document) => document["prober"]!["quorum"];

    private static string? StateIn(JsonObject document) => (string?)document["targets"]![0]!["state"];

    private static string? ViewIn(JsonObject document, string prober) => (string?)document["targets"]![0]!["probers"]![prober];
}
