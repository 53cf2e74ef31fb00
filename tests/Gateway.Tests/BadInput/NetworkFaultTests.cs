using System.Net.Http.Json;
using System.Net;
using System.Security.Cryptography;
using System.Text.Json.Nodes;
using Crash.Servers;
using Load.Servers;

namespace Gateway.Tests.BadInput;

/// <summary>A network between the gateway and its backend that can be made to fail: Toxiproxy.</summary>
public sealed class NetworkFaultTests
{
    private static readonly Toxic[] Slow =
    [
        new("latency", "upstream", """{"latency":20,"jitter":20}"""),
        new("latency", "downstream", """{"latency":20,"jitter":20}"""),
        new("bandwidth", "upstream", """{"rate":4000}"""),
        new("slicer", "downstream", """{"average_size":7,"size_variation":3,"delay":0}"""),
    ];

    private static readonly Toxic[] Broken =
    [
        new("reset_peer", "upstream", """{"timeout":0}"""),
        new("limit_data", "upstream", """{"bytes":100000}"""),
        new("limit_data", "downstream", """{"bytes":5}"""),
        new("timeout", "downstream", """{"timeout":0}"""), // nothing comes, and nothing is closed
    ];

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Calls_NetworkIsSlowAndBreaks_SucceedOrFailClearlyAndSucceedAgain()
    {
        await using var servers = new ServerScript(SharedData.SkipUnlessPresent("services", "services"));
        await using var analyzer = await AnalyzerBackend.StartAsync();
        using var network = await Toxiproxy.UpAsync(servers, [analyzer.Http2], Token);
        await using (var patient = await GatewayHost.StartAsync(network.Proxies, "AnswerTimeout=00:02:00", "PingTimeout=00:00:15"))
        {
            await ShouldBearASlowNetworkAsync(network, patient);
        }

        // Each fault has to fail the call in any case: here one that is only found by silence does so sooner.
        await using var gateway = await GatewayHost.StartAsync(network.Proxies, "AnswerTimeout=00:02:00", "PingTimeout=00:00:03");
        using var http = new HttpClient { BaseAddress = gateway.Http1 };
        foreach (var toxic in Broken)
        {
            var file = RandomNumberGenerator.GetBytes(1_000_000);
            await network.PoisonAsync(0, toxic, Token);

            using var failed = await http.PostAsync("/v1/files", new ByteArrayContent(file), Token).Within();

            var problem = (await failed.Content.ReadFromJsonAsync<JsonObject>(Token))!;
            failed.StatusCode.ShouldBeOneOf(
                HttpStatusCode.BadGateway, HttpStatusCode.ServiceUnavailable, HttpStatusCode.GatewayTimeout);
            ((string?)problem["type"])!.ShouldStartWith("urn:gateway:problem:", Case.Sensitive, $"{toxic}");
            failed.Headers.RetryAfter.ShouldNotBeNull($"{toxic}");
            await network.CureAsync(Token);
            await gateway.ReadyAsync();
            await ShouldTakeAFileAsync(http, $"after {toxic}");
        }
    }

    private static async Task ShouldBearASlowNetworkAsync(Toxiproxy network, GatewayHost gateway)
    {
        using var http = new HttpClient { BaseAddress = gateway.Http1 };
        foreach (var toxic in Slow)
        {
            await network.PoisonAsync(0, toxic, Token);
            await ShouldTakeAFileAsync(http, $"{toxic}");
            await network.CureAsync(Token);
        }
    }

    /// <summary>One that is larger than what is held, and its report.</summary>
    private static async Task ShouldTakeAFileAsync(HttpClient http, string when)
    {
        await PollAsync().Within();

        async Task PollAsync()
        {
            while (true)
            {
                var file = new ByteArrayContent(RandomNumberGenerator.GetBytes(300_000));
                using var submitted = await http.PostAsync("/v1/files", file, Token);
                if (submitted.StatusCode == HttpStatusCode.Created)
                {
                    using var found = await http.GetAsync(submitted.Headers.Location, Token);
                    found.StatusCode.ShouldBe(HttpStatusCode.OK, when);
                    return;
                }

                // A connection may have been broken by the fault without anybody's knowledge.
                when.ShouldStartWith("after", Case.Sensitive, await submitted.Content.ReadAsStringAsync(Token));
                await Task.Delay(100, Token);
            }
        }
    }
}
