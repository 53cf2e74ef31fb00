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
            var newer = visit.Page.GetByRole(AriaRole.Button, new() { Name = "Newer", Exact = true });
            var older = visit.Page.GetByRole(AriaRole.Button, new() { Name = "Older", Exact = true });
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
            await Expect(visit.Page.Locator("#listing-empty")).ToHaveTextAsync("No report has the verdict unable.");
        });
    }

    [Fact]
    public async Task LookUp_KnownFile_ShowsItsReportUnderAnAddressOfItsOwn()
    {
        await using var host = await AnalyzerHost.StartAsync();
        await host.SaveAsync(Enumerable.Range(0, 3).Select(index => Samples.Report(index, Verdict.Suspicious)));
        var sha256 = Samples.Report(1, Verdict.Suspicious).Sha256.ToString();

        await Visit.MakeAsync(chromium, host, async visit =>
        {
            var field = visit.Page.GetByRole(AriaRole.Textbox, new() { Name = "Look up a file" });
            await field.FillAsync($" {sha256.ToUpperInvariant()}\t");
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
    public async Task LookUp_UnknownFileOrNoDigest_IsTold()
    {
        (string Text, string Told)[] cases =
            [("abc", "This has 3."), ("", "This has 0."), ("g", "This has “g” in it."), ("../../metrics", "This has “.” in it.")];
        await using var host = await AnalyzerHost.StartAsync();

        await Visit.MakeAsync(chromium, host, refusals: [404], steps: async visit =>
        {
            var field = visit.Page.GetByRole(AriaRole.Textbox, new() { Name = "Look up a file" });
            foreach (var (text, told) in cases)
            {
                await field.FillAsync(text);
                await field.PressAsync("Enter");

                await Expect(visit.Page.Locator("#lookup-error")).ToContainTextAsync(told);
                await Expect(field).ToHaveAttributeAsync("aria-invalid", "true");
                await Expect(field).ToBeFocusedAsync();
            }

            visit.Requests.ShouldNotContain(request => request.StartsWith("GET /v1/files/"));

            await field.FillAsync(new string('a', 64));
            await field.PressAsync("Enter");
            await Expect(visit.Headline).ToHaveTextAsync("No such report");
            await Expect(visit.Report).ToContainTextAsync("No file with this SHA-256 was submitted. Submit it first.");
        });
    }

    [Fact]
    public async Task Filter_ManyFields_IsInTheAddressAndComesBack()
    {
        await using var host = await AnalyzerHost.StartAsync();
        await host.SaveAsync(Enumerable.Range(0, 45).Select(index => Samples.Report(index, Verdict.Clean)));
        var finding = new Finding("pdf.launch", 145, 1, 0, "Starts.");
        var wanted = Samples.Report(100, Verdict.Malicious, finding) with { MediaType = "text/html" };
        await host.SaveAsync([wanted]);
        var prefix = wanted.Sha256.ToString()[..9];

        await Visit.MakeAsync(chromium, host, options: new() { TimezoneId = "UTC" }, steps: async visit =>
        {
            await Expect(visit.Rows).ToHaveCountAsync(20);
            await visit.Page.GetByRole(AriaRole.Button, new() { Name = "Older", Exact = true }).ClickAsync();
            await ShowsAsync(visit, first: 20, count: 20);
            await visit.Page.GetByText("More filters").ClickAsync();
            await FillAsync(visit, "SHA-256 begins with", prefix.ToUpperInvariant());
            await FillAsync(visit, "Type", "text/html");
            await FillAsync(visit, "Score from", "145");
            await FillAsync(visit, "Score to", "150");
            await FillAsync(visit, "Analysed from", "2026-01-01T00:00");
            await FillAsync(visit, "Analysed before", "2026-01-03T00:00");
            await Expect(visit.Rows).ToHaveCountAsync(1);
            visit.Page.Url.ShouldContain("?type=text%2Fhtml&minScore=145&maxScore=150&from=2026-01-01T00%3A00%3A00Z&to=2026-01-03");
            visit.Page.Url.ShouldEndWith($"&sha256={prefix}");

            await visit.Page.ReloadAsync().Within();
            await Expect(visit.Rows).ToHaveCountAsync(1);
            await Expect(visit.Page.GetByLabel("Score from")).ToHaveValueAsync("145");
            await FillAsync(visit, "Score from", "149");
            await Expect(visit.Page.Locator("#listing-empty")).ToHaveTextAsync("No report matches these filters.");
            await FillAsync(visit, "Score from", "many");
            await Expect(visit.Page.Locator("#filter-problem")).ToHaveTextAsync("A score has to be a whole number, 0 or more.");
            await visit.Page.GetByRole(AriaRole.Button, new() { Name = "Clear all filters" }).ClickAsync();
            await Expect(visit.Rows).ToHaveCountAsync(20);

            for (var back = 0; back < 8; back++)
            {
                await visit.Page.GoBackAsync().Within();
            }

            await ShowsAsync(visit, first: 20, count: 20);
            await Expect(visit.Page.Locator("#page-number")).ToHaveTextAsync("Page 2");
            await visit.Page.GetByRole(AriaRole.Button, new() { Name = "Newer", Exact = true }).ClickAsync();
            await ShowsAsync(visit, first: 0, count: 20);
        });
    }

    private static async Task FillAsync(Visit visit, string label, string text)
    {
        var field = visit.Page.GetByLabel(label, new() { Exact = true });
        await field.FillAsync(text).Within();
        await field.BlurAsync().Within();
    }

    private static async Task ShowsAsync(Visit visit, int first, int count)
    {
        var expected = Enumerable.Range(first, count).Select(index => Samples.Report(index, Verdict.Clean).Sha256.ToString()[..16]);
        await Expect(visit.Rows.Locator("a")).ToHaveTextAsync([.. expected]);
    }
}
