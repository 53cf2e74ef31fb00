using Analyzer.Core;

namespace Analyzer.Service.Page.Tests;

public sealed class LayoutTests(Chromium chromium)
{
    [Theory]
    [InlineData(320)]
    [InlineData(360)]
    [InlineData(768)]
    [InlineData(1100)]
    [InlineData(1600)]
    public async Task Page_AtAnyWidth_NeedsNoSidewaysScrolling(int width)
    {
        await using var host = await AnalyzerHost.StartAsync();
        await host.SaveAsync(Enumerable.Range(0, 25).Select(index => Samples.Report(index, (Verdict)(index % 4)) with { Size = 123_456_789_012 }));

        var options = new BrowserNewContextOptions { ViewportSize = new() { Width = width, Height = 800 } };
        await Visit.MakeAsync(chromium, host, refusals: [404], options: options, steps: async visit =>
        {
            await Expect(visit.Rows).ToHaveCountAsync(20);
            (await SpillsAsync(visit)).ShouldBeEmpty();
            await visit.ChooseAsync(Samples.File($"{new string('w', 200)}.pdf", Samples.Malicious.Buffer));
            await Expect(visit.Headline).ToHaveTextAsync("Verdict: Malicious");
            (await SpillsAsync(visit)).ShouldBeEmpty();
        });
    }

    [Fact]
    public async Task Print_WithAReport_PrintsTheReportAlone()
    {
        await using var host = await AnalyzerHost.StartAsync();

        await Visit.MakeAsync(chromium, host, refusals: [404], options: new() { ColorScheme = ColorScheme.Dark }, steps: async visit =>
        {
            await visit.ChooseAsync(Samples.Malicious);
            await Expect(visit.Headline).ToHaveTextAsync("Verdict: Malicious");

            await visit.Page.EmulateMediaAsync(new() { Media = Media.Print }).Within();

            await Expect(visit.Headline).ToBeVisibleAsync();
            await Expect(visit.Page.Locator(".reasons")).ToBeVisibleAsync();
            foreach (var left in (string[])[".intake", ".latest", ".live", ".actions"])
            {
                await Expect(visit.Page.Locator(left)).ToBeHiddenAsync();
            }

            await Expect(visit.Page.Locator("html")).ToHaveCSSAsync("background-color", "rgb(255, 255, 255)");
        });
    }

    private static Task<string[]> SpillsAsync(Visit visit) => visit.Page.EvaluateAsync<string[]>(
        """
        () => [...document.body.querySelectorAll("*")]
          .filter((element) => element.checkVisibility() && !element.closest(".unseen, svg, .skip"))
          .filter((element) => element.getBoundingClientRect().right > document.documentElement.clientWidth + 0.5)
          .map((element) => element.outerHTML.slice(0, 100))
        """).Within();
}
