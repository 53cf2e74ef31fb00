namespace Analyzer.Service.Page.Tests;

/// <summary>Every refusal that a page can meet, in the service's own words; and what the page says when there is no service.</summary>
public sealed class RefusalTests(Chromium chromium)
{
    private static readonly Dictionary<string, Case> Cases = new()
    {
        ["too large"] = new(413, "The file is too large. A file may have 1000 bytes", Again: false, "Limits:MaxFileBytes=1000"),
        ["too many bytes at once"] = new(
            429, "Too many uploads at once. 1000 bytes of uploads are under way already. Try again after 3 s. It asks to wait 3 seconds.",
            Again: true,
            "Limits:MaxBytesInFlight=1000", "Limits:RetryAfter=00:00:03"),
        ["too slow"] = new(
            408, "The upload was too slow.", Again: true, "Limits:MinDataRate=1000000000", "Limits:MinDataRateGrace=00:00:00.3") { UploadRate = 20_000 },
        ["another file than declared"] = new(400, "The file is not the one declared. The declared SHA-256 is 0000", Again: false) { Forged = true },
        ["store away"] = new(
            503, "The store cannot take it now. The store was switched off by a test. It asks to wait 1 second.", Again: true) { StoreDown = true },
    };

    public static TheoryData<string> CaseNames => [.. Cases.Keys];

    [Theory]
    [MemberData(nameof(CaseNames))]
    public async Task Submit_Refused_SaysWhyInTheServicesWords(string name)
    {
        var refused = Cases[name];
        await using var host = await AnalyzerHost.StartAsync(refused.Settings);

        // The first question goes to the store too, so that a store that is away refuses there.
        await Visit.MakeAsync(chromium, host, refusals: refused.StoreDown ? [503] : [404, refused.Status], steps: async visit =>
        {
            if (refused.UploadRate is { } rate)
            {
                await visit.ThrottleAsync(rate);
            }

            if (refused.Forged)
            {
                await visit.Page.RouteAsync("**/v1/files?sha256=*", route =>
                    route.ContinueAsync(new() { Url = new Uri(host.Http1, $"/v1/files?sha256={new string('0', 64)}").ToString() }));
            }

            host.Store.Down = refused.StoreDown;
            await visit.ChooseAsync(Samples.Noise("some.bin", 200_000));

            await Expect(visit.Uploads).ToHaveAttributeAsync("data-state", "refused");
            await Expect(visit.Uploads).ToContainTextAsync(refused.Words);
            await Expect(visit.Page.Locator("#announcer")).ToContainTextAsync(refused.Words);
            await Expect(visit.Uploads.GetByRole(AriaRole.Button, new() { Name = "Try some.bin again" })).ToHaveCountAsync(refused.Again ? 1 : 0);
            host.Store.Down = false;
            (await host.CountAsync()).ShouldBe(0);
        });
    }

    [Fact]
    public async Task Submit_EmptyFile_IsRefused()
    {
        await using var host = await AnalyzerHost.StartAsync();

        await Visit.MakeAsync(chromium, host, refusals: [400, 404], steps: async visit =>
        {
            await visit.ChooseAsync(Samples.File("empty.txt", []));

            await Expect(visit.Uploads).ToContainTextAsync("The file is empty. There is not one byte to analyse.");
        });
    }

    [Fact]
    public async Task TryAgain_RefusalIsOver_IsTaken()
    {
        await using var host = await AnalyzerHost.StartAsync();

        await Visit.MakeAsync(chromium, host, refusals: [404, 503], steps: async visit =>
        {
            host.Store.Down = true;
            await visit.ChooseAsync(Samples.Clean);
            await Expect(visit.Uploads).ToHaveAttributeAsync("data-state", "refused");
            host.Store.Down = false;

            await visit.Page.GetByRole(AriaRole.Button, new() { Name = "Try minutes.pdf again" }).ClickAsync();

            await Expect(visit.Headline).ToHaveTextAsync("Verdict: Clean");
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
    public async Task Submit_NoServiceAnyMore_SaysThatThereIsNoAnswer()
    {
        await using var host = await AnalyzerHost.StartAsync();
        var browser = await chromium.StartAsync();
        await using var context = await browser.NewContextAsync();
        var page = await context.NewPageAsync();
        await page.GotoAsync(host.Http1.ToString());
        await Expect(page.Locator("#listing-empty")).ToBeVisibleAsync();
        await host.StopAsync();

        await page.Locator("#files").SetInputFilesAsync(Samples.Clean);

        await Expect(page.Locator(".upload")).ToContainTextAsync("No answer. The service cannot be reached.");
        await Expect(page.GetByRole(AriaRole.Button, new() { Name = "Try minutes.pdf again" })).ToBeVisibleAsync();
        await Expect(page.Locator("#live-state")).ToHaveTextAsync("The service does not answer. Asking again.");
    }

    private sealed record Case(int Status, string Words, bool Again, params string[] Settings)
    {
        public bool StoreDown { get; init; }

        public bool Forged { get; init; }

        public int? UploadRate { get; init; }
    }
}
