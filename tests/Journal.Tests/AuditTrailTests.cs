using System.Net.Http.Json;
using System.Text.Json.Nodes;
using Tests.Common.Scraping;

namespace Journal.Tests;

/// <summary>The audit trail of a host, kept by a journal: the host is a second journal, since every host has the same trail.</summary>
public sealed class AuditTrailTests
{
    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Calls_OfAHost_AreLinesInTheJournal()
    {
        using var keys = new ClientKeys();
        var key = keys.Add("trail", ["submit"]);
        await using var journal = await JournalHost.StartAsync($"Keys={keys.File}");
        await using (var host = await JournalHost.StartAsync($"Audit:Url={journal.Http}", $"Audit:Key={key}"))
        {
            using var client = new HttpClient { BaseAddress = host.Http };
            using var stored = await client.PostAsync("/v1/lines", new StringContent("a line"), Token).Within();
            using var refused = await client.PostAsync("/v1/lines", new StringContent(""), Token).Within();
            await journal.UntilAsync(2);
        }

        var lines = journal.Lines().Select(line => JsonNode.Parse(line)!).ToList();
        lines.Select(line => $"{line["host"]} {line["action"]} {line["outcome"]} {line["address"]}")
            .ShouldBe(["journal POST /v1/lines ok 127.0.0.1", "journal POST /v1/lines invalid-argument 127.0.0.1"]);
        (await journal.StopAsync()).Damages.ShouldBeEmpty();
    }

    [Fact]
    [Trait("Category", "EndToEnd")]
    public async Task Journal_KilledAndBack_HasALineForEveryCall()
    {
        const int Calls = 20;
        using var directory = new TempDirectory();
        var (kept, audited, key) = (directory.Combine("kept"), directory.Combine("audited"), directory.Combine("reader.pem"));
        (await JournalProcess.RunAsync(kept, "init", "--new-reader", key)).Code.ShouldBe(0);
        (await JournalProcess.RunAsync(audited, "init", "--new-reader", directory.Combine("other.pem"))).Code.ShouldBe(0);
        var port = $"--Journal:HttpPort={LoopbackPort.FindFree()}";
        var (journal, address) = await JournalProcess.ServeAsync(kept, port);
        var (host, http) = await JournalProcess.ServeAsync(audited, $"--Journal:Audit:Url={address}");
        using var client = new HttpClient { BaseAddress = http };
        using (host)
        {
            await CallAsync(client, Calls);
            using (journal)
            {
                await journal.KillAsync();
            }

            await CallAsync(client, Calls);
            (journal, _) = await JournalProcess.ServeAsync(kept, port);
            using (journal)
            {
                await UntilWrittenAsync(client, 2 * Calls);
                await journal.KillAsync();
            }
        }

        var (code, output) = await JournalProcess.RunAsync(kept, "replay", "--key", key);
        code.ShouldBe(0, output);
        output.Split('\n').Count(line => line.Contains("\"POST /v1/lines\"", StringComparison.Ordinal))
            .ShouldBeGreaterThanOrEqualTo(2 * Calls);
    }

    private static async Task CallAsync(HttpClient client, int times)
    {
        for (var i = 0; i < times; i++)
        {
            using var answer = await client.PostAsync("/v1/lines", new StringContent($"line {i}"), Token).Within();
            (await answer.EnsureSuccessStatusCode().Content.ReadFromJsonAsync<JsonObject>(Token))!.ContainsKey("first").ShouldBeTrue();
        }
    }

    private static async Task UntilWrittenAsync(HttpClient client, int records)
    {
        while (new Scrape(await client.GetStringAsync("/metrics", Token).Within())
            .Sample("audit_records_total", ("sink", "journal"), ("outcome", "written")).Value < records)
        {
            await Task.Delay(100, Token);
        }
    }
}
