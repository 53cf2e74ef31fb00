using Analyzer.Core;

namespace Analyzer.Service.Page.Tests;

public sealed class SubmitTests(Chromium chromium)
{
    [Fact]
    public async Task Choose_MaliciousPdf_ShowsVerdictReasonsAndCounters()
    {
        await using var host = await AnalyzerHost.StartAsync();
        using var clean = host.Log.ExpectClean();

        await Visit.MakeAsync(chromium, host, steps: async visit =>
        {
            await visit.ChooseAsync(Samples.Malicious);

            await Expect(visit.Headline).ToHaveTextAsync("Verdict: Malicious");
            await Expect(visit.Page).ToHaveTitleAsync("Malicious: invoice.pdf – Analyzer");
            await Expect(visit.Page.Locator("#announcer")).ToContainTextAsync("invoice.pdf: Malicious");
            var report = await StoredAsync(host, Samples.Malicious);
            await Expect(visit.Report.Locator(".score b")).ToHaveTextAsync($"{report.Score}");
            await Expect(visit.Report.Locator(".reasons li")).ToHaveCountAsync(report.Findings.Count);
            report.Findings.Count.ShouldBeGreaterThan(3);
            foreach (var finding in report.Findings)
            {
                var reason = visit.Report.Locator(".reasons li").Filter(new() { HasText = finding.Reason });
                await Expect(reason.Locator("code")).ToHaveTextAsync(finding.Rule);
                await Expect(reason.Locator(".points")).ToHaveTextAsync(finding.Points == 0 ? "0" : $"+{finding.Points}");
            }

            (await CountersAsync(visit)).ShouldBe(
                [.. PdfKeywords.Names.Select(name => (name, $"{report.Pdf!.Keywords[name]}")), ("hex-coded", $"{report.Pdf!.Obfuscated}")]);
            await Expect(visit.Report.Locator(".digest")).ToHaveTextAsync(Samples.Malicious.Sha256());
            await Expect(visit.Rows).ToHaveCountAsync(1);
        });
    }

    [Fact]
    public async Task Drop_CleanPdf_SaysCleanAndThatNothingWasFound()
    {
        await using var host = await AnalyzerHost.StartAsync();

        await Visit.MakeAsync(chromium, host, steps: async visit =>
        {
            await visit.DropAsync("#drop", Samples.Malicious);
            await Expect(visit.Headline).ToHaveTextAsync("Verdict: Malicious");
            await visit.DropAsync("h1", Samples.Clean); // beside the zone is as good

            await Expect(visit.Headline).ToHaveTextAsync("Verdict: Clean");
            await Expect(visit.Report.Locator(".reasons li")).ToHaveCountAsync(0);
            await Expect(visit.Report).ToContainTextAsync("None: no rule found anything.");
            await Expect(visit.Report).ToContainTextAsync("New to the service");
            await Expect(visit.Page.Locator("#drop")).Not.ToHaveClassAsync("drop over");
        });
    }

    [Fact]
    public async Task Choose_FileOfNoKnownType_SaysUnableAndNeverClean()
    {
        await using var host = await AnalyzerHost.StartAsync();

        await Visit.MakeAsync(chromium, host, steps: async visit =>
        {
            await visit.ChooseAsync(Samples.Noise("noise.bin", 100));

            await Expect(visit.Headline).ToHaveTextAsync("Verdict: Unable");
            await Expect(visit.Report).ToContainTextAsync("This is not the same as clean.");
            await Expect(visit.Report.GetByText("PDF keywords counted")).ToBeHiddenAsync();
        });
    }

    [Fact]
    public async Task Choose_KnownFile_IsAnsweredWithoutBeingSent()
    {
        await using var host = await AnalyzerHost.StartAsync();
        await host.SaveAsync([Samples.Report(0, Verdict.Suspicious) with { Sha256 = Samples.Clean.Id() }]);

        await Visit.MakeAsync(chromium, host, async visit =>
        {
            await visit.ChooseAsync(Samples.Clean);

            await Expect(visit.Headline).ToHaveTextAsync("Verdict: Suspicious");
            await Expect(visit.Report).ToContainTextAsync("The service knew its SHA-256, so it was not sent.");
            await Expect(visit.Uploads).ToContainTextAsync("Known already, not sent.");
            visit.Requests.ShouldNotContain(request => request.StartsWith("POST"));

            await visit.Report.GetByRole(AriaRole.Button, new() { Name = "Send it anyway" }).ClickAsync();

            await Expect(visit.Report).ToContainTextAsync("Sent again.");
            visit.Requests.Count(request => request.StartsWith("POST")).ShouldBe(1);
        });
    }

    [Fact]
    public async Task Choose_FileTooLargeToHashHere_IsSentWithoutAsking()
    {
        await using var host = await AnalyzerHost.StartAsync();
        using var folder = new TempDirectory();
        var path = folder.Combine("large.bin");
        await using (var large = File.Create(path))
        {
            large.SetLength((64 << 20) + 1);
        }

        await Visit.MakeAsync(chromium, host, async visit =>
        {
            for (var time = 0; time < 2; time++)
            {
                await visit.Page.Locator("#files").SetInputFilesAsync(path).Within();
                await Expect(visit.Uploads.Nth(time)).ToHaveAttributeAsync("data-state", "done");
            }

            visit.Requests.Where(request => request.Contains("/v1/files") && !request.Contains("limit="))
                .ShouldBe(["POST /v1/files", "POST /v1/files"]);
            await Expect(visit.Report).ToContainTextAsync("it is too large for a browser to hash first");
        });
    }

    [Fact]
    public async Task Cancel_WhileSending_ShowsProgressAndStoresNothing()
    {
        await using var host = await AnalyzerHost.StartAsync();

        await Visit.MakeAsync(chromium, host, steps: async visit =>
        {
            await visit.ThrottleAsync(uploadRate: 200_000);
            await visit.ChooseAsync(Samples.Noise("slow.bin", 2_000_000), Samples.Clean);
            await visit.Page.WaitForFunctionAsync(
                "() => { const { value } = document.querySelector('progress'); return value > 0 && value < 1; }").Within();
            await Expect(visit.Uploads.Nth(0)).ToContainTextAsync("Sending: ");

            await visit.Page.GetByRole(AriaRole.Button, new() { Name = "Cancel minutes.pdf" }).ClickAsync();
            await visit.Page.GetByRole(AriaRole.Button, new() { Name = "Cancel slow.bin" }).ClickAsync();

            await Expect(visit.Uploads.Nth(0)).ToContainTextAsync("Cancelled. Nothing was stored.");
            await Expect(visit.Uploads.Nth(1)).ToContainTextAsync("Cancelled. Nothing was stored.");
            await Expect(visit.Page.GetByRole(AriaRole.Button, new() { Name = "Try again: slow.bin" })).ToBeFocusedAsync();
            await host.ShouldBeIdleAsync();
            (await host.CountAsync()).ShouldBe(0);
        });
    }

    [Fact]
    public async Task Cancel_WhileTheLimitsAreAskedFor_SendsNothing()
    {
        await using var host = await AnalyzerHost.StartAsync();
        var asked = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);

        await Visit.MakeAsync(chromium, host, async visit =>
        {
            // As over plain HTTP, where a browser does not hash: then nothing else would stop the file.
            await visit.Page.AddInitScriptAsync("Object.defineProperty(crypto, 'subtle', { value: undefined });").Within();
            await visit.Page.RouteAsync("**/v1/limits", async route =>
            {
                await asked.Task;
                await route.ContinueAsync();
            }).Within();
            await visit.Page.ReloadAsync().Within();
            await visit.ChooseAsync(Samples.Clean);
            await visit.Page.GetByRole(AriaRole.Button, new() { Name = "Cancel minutes.pdf" }).ClickAsync();
            asked.SetResult();

            await Expect(visit.Uploads.First).ToContainTextAsync("Cancelled. Nothing was stored.");
            visit.Requests.ShouldNotContain(request => request.StartsWith("POST"));
            (await host.CountAsync()).ShouldBe(0);
        });
    }

    [Fact]
    public async Task Cancel_AfterAllWasSent_SaysThatItMayBeStored()
    {
        await using var host = await AnalyzerHost.StartAsync();
        host.Store.Gate = new TaskCompletionSource();

        await Visit.MakeAsync(chromium, host, steps: async visit =>
        {
            await visit.ChooseAsync(Samples.Clean);
            await Expect(visit.Uploads).ToContainTextAsync("All sent.");
            await visit.Page.GetByRole(AriaRole.Button, new() { Name = "Cancel minutes.pdf" }).ClickAsync();
            await Expect(visit.Uploads).ToContainTextAsync("its report may exist");
            host.Store.Gate.SetResult();

            await visit.Page.GetByRole(AriaRole.Button, new() { Name = "Try again: minutes.pdf" }).ClickAsync();

            await Expect(visit.Headline).ToHaveTextAsync("Verdict: Clean");
        });
    }

    private static async Task<AnalysisReport> StoredAsync(AnalyzerHost host, FilePayload file) =>
        (await host.Store.FindAsync(file.Id(), TestContext.Current.CancellationToken)).ShouldNotBeNull().Report;

    private static async Task<IReadOnlyList<(string Name, string Count)>> CountersAsync(Visit visit)
    {
        var names = await visit.Report.Locator(".counters dt").AllTextContentsAsync().Within();
        var counts = await visit.Report.Locator(".counters dd").AllTextContentsAsync().Within();
        return [.. names.Zip(counts)];
    }
}
