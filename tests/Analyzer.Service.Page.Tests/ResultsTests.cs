using Analyzer.Core;

namespace Analyzer.Service.Page.Tests;

/// <summary>The list of the latest reports, and looking one up.</summary>
public sealed class ResultsTests(Chromium chromium)
{
    [Fact]
    public async Task List_MoreThanAPage_IsPagedBothWaysNewestFirst()
    {
        await using var host = await AnalyzerHost.StartAsync();
        await host.SaveAsync(Enumerable.Range(0, 45).Select(index => Samples.Report(index, Verdict.Clean)));

        await Visit.MakeAsync(chromium, host, async visit =>
        {
            var newer = visit.Page.GetByRole(AriaRole.Button, new() { Name = "Newer" });
            var older = visit.Page.GetByRole(AriaRole.Button, new() { Name = "Older" });
            await ShowsAsync(visit, first: 0, count: 20);
            await Expect(newer).ToBeDisabledAsync();

            await older.ClickAsync();
            await ShowsAsync(visit, first: 20, count: 20);
            await older.ClickAsync();
            await ShowsAsync(visit, first: 40, count: 5);
            await Expect(older).ToBeDisabledAsync();
            await Expect(older).ToBeFocusedAsync();
            await Expect(visit.Page.Locator("#page-number")).ToHaveTextAsync("Page 3");

            await newer.ClickAsync();
            await newer.ClickAsync();
            await ShowsAsync(visit, first: 0, count: 20);
        });
    }

    [Fact]
    public async Task Filter_OneVerdict_ShowsOnlyThat()
    {
        await using var host = await AnalyzerHost.StartAsync();
        await host.SaveAsync(Enumerable.Range(0, 12).Select(index => Samples.Report(index, (Verdict)(index % 3))));

        await Visit.MakeAsync(chromium, host, async visit =>
        {
            await Expect(visit.Rows).ToHaveCountAsync(12);
            foreach (var verdict in (string[])["Clean", "Suspicious", "Malicious"])
            {
                await visit.Page.GetByLabel(verdict, new() { Exact = true }).CheckAsync();
                await Expect(visit.Rows).ToHaveCountAsync(4);
                await Expect(visit.Rows.Filter(new() { HasText = verdict })).ToHaveCountAsync(4);
            }

            await visit.Page.GetByLabel("Unable", new() { Exact = true }).CheckAsync();
            await Expect(visit.Rows).ToHaveCountAsync(0);
            await Expect(visit.Page.Locator("#listing-empty")).ToHaveTextAsync("No report says unable.");
        });
    }

    [Theory]
    [InlineData("…")]
    [InlineData(" …\t")]
    public async Task LookUp_KnownFile_ShowsItsReportUnderAnAddressOfItsOwn(string spelling)
    {
        await using var host = await AnalyzerHost.StartAsync();
        await host.SaveAsync(Enumerable.Range(0, 3).Select(index => Samples.Report(index, Verdict.Suspicious)));
        var sha256 = Samples.Report(1, Verdict.Suspicious).Sha256.ToString();

        await Visit.MakeAsync(chromium, host, async visit =>
        {
            var field = visit.Page.GetByRole(AriaRole.Textbox, new() { Name = "Look up a file" });
            await field.FillAsync(spelling.Replace("…", sha256.ToUpperInvariant(), StringComparison.Ordinal));
            await visit.Page.GetByRole(AriaRole.Button, new() { Name = "Look up" }).ClickAsync();

            await Expect(visit.Headline).ToHaveTextAsync("Verdict: Suspicious");
            await Expect(visit.Headline).ToBeFocusedAsync();
            await Expect(visit.Report.Locator(".digest")).ToHaveTextAsync(sha256);
            visit.Page.Url.ShouldEndWith($"#/files/{sha256}");

            await visit.Page.ReloadAsync().Within();
            await Expect(visit.Report.Locator(".digest")).ToHaveTextAsync(sha256);
            await visit.Rows.First.GetByRole(AriaRole.Link).ClickAsync();
            await Expect(visit.Report.Locator(".digest")).ToHaveTextAsync(Samples.Report(0, Verdict.Clean).Sha256.ToString());
            await visit.Page.GoBackAsync().Within();
            await Expect(visit.Report.Locator(".digest")).ToHaveTextAsync(sha256);
        });
    }

    [Fact]
    public async Task LookUp_UnknownFile_SaysThatThereIsNoReport()
    {
        await using var host = await AnalyzerHost.StartAsync();

        await Visit.MakeAsync(chromium, host, refusals: [404], steps: async visit =>
        {
            await visit.Page.GetByRole(AriaRole.Textbox, new() { Name = "Look up a file" }).FillAsync(new string('a', 64));
            await visit.Page.GetByRole(AriaRole.Textbox, new() { Name = "Look up a file" }).PressAsync("Enter");

            await Expect(visit.Headline).ToHaveTextAsync("No such report");
            await Expect(visit.Report).ToContainTextAsync("No file with this SHA-256 was submitted. Submit it first.");
        });
    }

    [Theory]
    [InlineData("abc", "This has 3.")]
    [InlineData("", "This has 0.")]
    [InlineData("g", "This has “g” in it.")]
    [InlineData("../../metrics", "This has “.” in it.")]
    public async Task LookUp_WhatIsNoDigest_IsToldWithoutAsking(string text, string told)
    {
        await using var host = await AnalyzerHost.StartAsync();

        await Visit.MakeAsync(chromium, host, async visit =>
        {
            var field = visit.Page.GetByRole(AriaRole.Textbox, new() { Name = "Look up a file" });
            await field.FillAsync(text);
            await field.PressAsync("Enter");

            await Expect(visit.Page.Locator("#lookup-error")).ToContainTextAsync(told);
            await Expect(field).ToHaveAttributeAsync("aria-invalid", "true");
            await Expect(field).ToBeFocusedAsync();
            visit.Requests.ShouldNotContain(request => request.StartsWith("GET /v1/files/"));
        });
    }

    private static async Task ShowsAsync(Visit visit, int first, int count)
    {
        var expected = Enumerable.Range(first, count).Select(index => Samples.Report(index, Verdict.Clean).Sha256.ToString()[..16]);
        await Expect(visit.Rows.Locator("a")).ToHaveTextAsync([.. expected]);
    }
}
