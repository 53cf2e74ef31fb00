using System.Net.Http.Json;
using System.Security.Cryptography;
using System.Text.RegularExpressions;
using Microsoft.Extensions.DependencyInjection;
using Prober.Engine.Tests.Probing;
using Prober.Engine.Timelines;
using Prober.Engine.Watching;
using Prober.Features.Alerts;
using Prober.Features.History;
using Prober.Tests;

namespace Prober.Page.Tests;

/// <summary>What the page says of a target besides its timeline, and of the prober itself.</summary>
public sealed class DetailsTests(Chromium chromium) : IDisposable
{
    private readonly TempDirectory _folder = new("prober-page");

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Details_OfATargetWithACertificate_ShowItAndThePhasesOfTheLastProbe()
    {
        using var authority = new Authority();
        using var certificate = authority.Sign("localhost", -1, 30);
        await using var server = RawServer.Secured(certificate);
        File.WriteAllText(_folder.Combine("ca.pem"), authority.Pem);
        await using var host = await StartAsync(
            $"tls: [{{ name: Shop, host: 'localhost:{server.Port}', root_ca_pem_path: '{_folder.Combine("ca.pem")}', interval: 1s }}]");

        await PageVisit.MakeAsync(chromium, host.Http.BaseAddress!, async page =>
        {
            await Expect(page.Locator("#targets tr")).ToHaveAttributeAsync("data-state", "up");
            await page.GetByRole(AriaRole.Button, new() { Name = "Shop", Exact = true }).ClickAsync();

            var phases = page.Locator("#details [data-part=phases]");
            foreach (var phase in new[] { "whole", "resolve", "connect", "tls", "processing", "transfer" })
            {
                await Expect(phases).ToContainTextAsync(new Regex($@"{phase} \d+\.\d ms"));
            }

            var shown = page.Locator("#details [data-part=certificate]");
            var end = await page.EvaluateAsync<string>("at => new Date(at).toLocaleString()", $"{certificate.NotAfter:O}").Within();
            await Expect(shown).ToContainTextAsync($"CN=localhost, from CN=Test authority, until {end} (29 days left), TLS 1.");
            await Expect(shown).ToContainTextAsync(certificate.GetCertHashString(HashAlgorithmName.SHA256));
        });
    }

    [Fact]
    public async Task Header_OfAProberThatCannotWrite_TellsItsHealthAndWhatIsNotKept()
    {
        await using var host = await StartAsync(Seldom);
        var isFull = true;
        host.Services.GetRequiredService<HistoryKeeper>().Add(_ =>
        {
            if (Volatile.Read(ref isFull))
            {
                throw new IOException("No space left.");
            }
        });

        await PageVisit.MakeAsync(chromium, host.Http.BaseAddress!, async page =>
        {
            await Expect(page.Locator("#health")).ToContainTextAsync(
                new Regex(@"^\d+ probes · \d+ late · \d+ missed · \d+ strained · \d+ refused · \d+ pauses · own lag \d+ ms$"));
            await Expect(page.Locator("#away")).ToContainTextAsync(
                new Regex(@"^The history cannot be stored: \d+ wait, 0 are lost: .*No space left\."));

            Volatile.Write(ref isFull, false);
            await Expect(page.Locator("#away")).ToBeEmptyAsync();
        });
    }

    [Fact]
    public async Task Row_OfATargetThatPeopleHaveSpokenOf_RemarksWhatTheySaid()
    {
        await using var host = await StartAsync(Seldom);
        var (engine, alerts) = (host.Services.GetRequiredService<ProbeEngine>(), host.Services.GetRequiredService<AlertBook>());
        for (var change = 0; change <= FlapCounter.Bound; change++)
        {
            var state = change % 2 == 0 ? TargetState.Down : TargetState.Up;
            alerts.Changed(engine.Targets[0], new(engine.Now, state, 0, "refused"), _ => { });
        }

        await PostAsync(host, "acknowledge", new { note = "Ada looks" });
        await PostAsync(host, "silence", new { @for = "2h", note = "Ada looks" });

        await PageVisit.MakeAsync(chromium, host.Http.BaseAddress!, async page =>
            await Expect(page.Locator("#targets [data-part=last]")).ToHaveTextAsync(
                new Regex("^none yet; acknowledged; silent until .+; \"Ada looks\"; flapping$")));
    }

    /// <summary>A target that the test has to itself.</summary>
    private static string Seldom => "tcp: [{ name: Shop, host: '127.0.0.1:9', interval: 24h }]";

    private static async Task PostAsync(ProberHost host, string action, object body)
    {
        using var response = await host.Http.PostAsJsonAsync(
            $"/api/v1/targets/tcp/Shop/{action}", body, TestContext.Current.CancellationToken).Within();
        response.IsSuccessStatusCode.ShouldBeTrue();
    }

    private Task<ProberHost> StartAsync(string configuration)
    {
        File.WriteAllText(_folder.Combine("probes.yaml"), configuration);
        return ProberHost.StartAsync("--config", _folder.Combine("probes.yaml"), $"--Prober:DataDirectory={_folder.Path}");
    }
}
