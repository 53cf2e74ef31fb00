namespace Analyzer.Service.Page.Tests;

/// <summary>Every refusal that a page can meet, in the service's own words; and what the page says when there is no service.</summary>
public sealed class RefusalTests(Chromium chromium)
{
    [Fact]
    public async Task Submit_TooMuch_SaysWhyInTheServicesWords()
    {
        await using var host = await AnalyzerHost.StartAsync(
            "Limits:MaxFileBytes=300000", "Limits:MaxBytesInFlight=100000", "Limits:RetryAfter=00:00:00.001");

        await Visit.MakeAsync(chromium, host, refusals: [413, 429], steps: async visit =>
        {
            await Expect(visit.Page.Locator("#drop-note")).ToContainTextAsync("Up to 300 kB a file.");
            await visit.ChooseAsync(Samples.Noise("large.bin", 400_000));
            await ShouldBeRefusedAsync(
                visit, "large.bin", "It has 400 kB; the service takes up to 300 kB. Nothing was sent.", again: false);
            visit.Requests.ShouldNotContain(request => request.StartsWith("POST") || Visit.Questions.IsMatch(request));

            // The page has had its patience: it was asked for some each time.
            await visit.ChooseAsync(Samples.Noise("much.bin", 200_000));
            await ShouldBeRefusedAsync(
                visit,
                "much.bin",
                "Too many uploads at once. 100 kB (100000 bytes) of uploads are already under way. Try again later. "
                    + "It asks to wait 1 s",
                again: true);
            visit.Requests.Count(request => request.StartsWith("POST")).ShouldBeGreaterThanOrEqualTo(5);

            // Had the service not told its limit.
            var limits = new { maxFileBytes = 1 << 30 };
            await visit.Page.RouteAsync("**/v1/limits", route => route.FulfillAsync(new() { Json = limits })).Within();
            await visit.Page.ReloadAsync().Within();
            await visit.ChooseAsync(Samples.Noise("larger.bin", 500_000));
            await ShouldBeRefusedAsync(
                visit, "larger.bin", "The file is too large. A file may have at most 300 kB (300000 bytes)", again: false);
            (await host.CountAsync()).ShouldBe(0);
        });
    }

    [Fact]
    public async Task Submit_WhatCannotBeTaken_SaysWhyInTheServicesWords()
    {
        await using var host = await AnalyzerHost.StartAsync();

        await Visit.MakeAsync(chromium, host, refusals: [400, 503], steps: async visit =>
        {
            await visit.ChooseAsync(Samples.File("empty.txt", []));
            await ShouldBeRefusedAsync(
                visit, "empty.txt", "The file is empty. There is nothing in it to look at. Nothing was sent.", again: false);
            visit.Requests.ShouldNotContain(request => request.StartsWith("POST") || Visit.Questions.IsMatch(request));

            await visit.Page.RouteAsync(Visit.Submissions, route =>
                route.ContinueAsync(new() { Url = new Uri(host.Http1, $"/v1/files?sha256={new string('0', 64)}").ToString() })).Within();
            await visit.ChooseAsync(Samples.Noise("forged.bin", 1000));
            await ShouldBeRefusedAsync(visit, "forged.bin", "The file is not the one declared. The declared SHA-256 is 0000", again: false);
            await visit.Page.UnrouteAsync(Visit.Submissions).Within();

            host.Store.Down = true;
            await visit.ChooseAsync(Samples.Clean);
            await ShouldBeRefusedAsync(
                visit,
                "minutes.pdf",
                "The store cannot take it now. The store was switched off by a test. It asks to wait 1 second.",
                again: true);
            host.Store.Down = false;
            (await host.CountAsync()).ShouldBe(0);

            await visit.Page.GetByRole(AriaRole.Button, new() { Name = "Try again: minutes.pdf" }).ClickAsync();
            await Expect(visit.Headline).ToHaveTextAsync("Verdict: Clean");
        });
    }

    [Fact]
    public async Task Submit_TooSlow_SaysWhyInTheServicesWords()
    {
        await using var host = await AnalyzerHost.StartAsync("Limits:MinDataRate=1000000000", "Limits:MinDataRateGrace=00:00:00.3");

        await Visit.MakeAsync(chromium, host, refusals: [408], steps: async visit =>
        {
            await visit.ThrottleAsync(uploadRate: 20_000);
            await visit.ChooseAsync(Samples.Noise("slow.bin", 60_000));
            await ShouldBeRefusedAsync(visit, "slow.bin", "The upload was too slow.", again: true);
            (await host.CountAsync()).ShouldBe(0);
        });
    }

    [Fact]
    public async Task List_StoreAway_SaysSoAndRecovers()
    {
        await using var host = await AnalyzerHost.StartAsync();

        await Visit.MakeAsync(chromium, host, refusals: [503], steps: async visit =>
        {
            await Expect(visit.Page.Locator("#listing-empty")).ToContainTextAsync("No reports yet.");
            host.Store.Down = true;
            await visit.Page.GetByLabel("Clean", new() { Exact = true }).CheckAsync();
            await Expect(visit.Page.Locator("#listing-problem")).ToContainTextAsync("The store was switched off by a test.");
            host.Store.Down = false;

            await visit.Page.GetByLabel("All", new() { Exact = true }).CheckAsync();

            await Expect(visit.Page.Locator("#listing-problem")).ToBeHiddenAsync();
        });
    }

    [Fact]
    public async Task Submit_ConnectionCutEachTime_EndsAsNotAnswered()
    {
        await using var host = await AnalyzerHost.StartAsync();

        await Visit.MakeAsync(chromium, host, expectsFailures: true, steps: async visit =>
        {
            await visit.Page.RouteAsync(Visit.Submissions, route => route.AbortAsync()).Within();
            await visit.ChooseAsync(Samples.Clean);

            await Expect(visit.Uploads).ToHaveAttributeAsync("data-state", "unanswered");
            await Expect(visit.Uploads).ToContainTextAsync("Not answered. The connection ended before an answer came.");
            visit.Requests.Count(request => request.StartsWith("POST")).ShouldBe(3);
            await Expect(visit.Page.GetByRole(AriaRole.Button, new() { Name = "Try again: minutes.pdf" })).ToBeVisibleAsync();
        });
    }

    [Fact]
    public async Task Submit_NoServiceAnyMore_SaysThatNobodyAnswered()
    {
        await using var host = await AnalyzerHost.StartAsync();
        var browser = await chromium.StartAsync();
        await using var context = await browser.NewContextAsync();
        var page = await context.NewPageAsync();
        await page.GotoAsync(host.Http1.ToString());
        await Expect(page.Locator("#listing-empty")).ToBeVisibleAsync();
        await host.StopAsync();

        await page.Locator("#files").SetInputFilesAsync(Samples.Clean);

        await Expect(page.Locator(".upload")).ToContainTextAsync("Not answered. The service cannot be reached.");
        await Expect(page.Locator(".upload")).ToHaveAttributeAsync("data-state", "away");
        await Expect(page.GetByRole(AriaRole.Button, new() { Name = "Cancel minutes.pdf" })).ToBeVisibleAsync();
        await Expect(page.Locator("#live-state")).ToHaveTextAsync("The service does not answer. Trying again.");
    }

    private static async Task ShouldBeRefusedAsync(Visit visit, string name, string words, bool again)
    {
        var upload = visit.Uploads.Filter(new() { HasText = name });
        await Expect(upload).ToHaveAttributeAsync("data-state", "refused");
        await Expect(upload).ToContainTextAsync(words);
        await Expect(visit.Page.Locator("#announcer")).ToContainTextAsync(words);
        await Expect(upload.GetByRole(AriaRole.Button, new() { Name = $"Try again: {name}" })).ToHaveCountAsync(again ? 1 : 0);
    }
}
