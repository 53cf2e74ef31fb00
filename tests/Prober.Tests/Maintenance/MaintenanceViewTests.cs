using System.Net.Http.Json;
using System.Text.Json.Nodes;
using Tests.Common.Scraping;

namespace Prober.Tests.Maintenance;

/// <summary>A target that refuses, and a window that is open: whoever looks is told that this is planned.</summary>
public sealed class MaintenanceViewTests : IDisposable
{
    private readonly TempDirectory _folder = new("prober-maintenance");

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task View_OfATargetInMaintenance_SaysSo()
    {
        var begin = TimeProvider.System.GetUtcNow().AddHours(-1);
        File.WriteAllText(_folder.Combine("probes.yaml"), $$"""
            tcp:
              - { name: shop, host: "127.0.0.1:{{LoopbackPort.FindFree()}}", interval: 1s }
              - { name: other, host: "127.0.0.1:{{LoopbackPort.FindFree()}}", interval: 1s }
            maintenance:
              - { name: Move, once: "{{begin:yyyy-MM-ddTHH:mm}}", duration: 24h, names: [shop] }
            """);
        await using var host = await ProberHost.StartAsync("--config", _folder.Combine("probes.yaml"));
        await UntilDownAsync(host).Within();

        var status = await GetAsync(host, "/api/v1/status");
        var sla = await GetAsync(host, "/api/v1/sla?status=maintenance");
        var list = await GetAsync(host, "/api/v1/targets?search=maintenance");
        var scrape = new Scrape(await host.Http.GetStringAsync("/metrics", Token).Within());

        Of(status, "shop")["state"]!.GetValue<string>().ShouldBe("maintenance");
        sla["targets"]!.AsArray().ShouldHaveSingleItem()!["status"]!.GetValue<string>().ShouldBe("maintenance");
        var shop = list["targets"]!.AsArray().ShouldHaveSingleItem()!;
        shop["state"]!.GetValue<string>().ShouldBe("maintenance");
        shop["since"]!.GetValue<DateTimeOffset>().ShouldBe(begin, TimeSpan.FromMinutes(1));
        list["states"]!["maintenance"]!.GetValue<int>().ShouldBe(1);
        list["states"]!["down"]!.GetValue<int>().ShouldBe(1);
        scrape.Sample("prober_targets", ("state", "maintenance")).Value.ShouldBe(1);
        scrape.Sample("prober_targets", ("state", "down")).Value.ShouldBe(1);
    }

    private static async Task UntilDownAsync(ProberHost host)
    {
        while (Of(await GetAsync(host, "/api/v1/status"), "other")["state"]!.GetValue<string>() != "down")
        {
            await Task.Delay(50, Token);
        }
    }

    private static async Task<JsonObject> GetAsync(ProberHost host, string path) =>
        (await host.Http.GetFromJsonAsync<JsonObject>(path, Token).Within())!;

    private static JsonNode Of(JsonObject document, string name) =>
        document["targets"]!.AsArray().Single(target => target!["name"]!.GetValue<string>() == name)!;
}
