using Analyzer.Core;

namespace Analyzer.Service.Page.Tests;

public sealed class LayoutTests(Chromium chromium)
{
    private static readonly int[] s_widths = [1600, 1100, 768, 360, 320];

    [Fact]
    public async Task Page_AtAnyWidth_NeedsNoSidewaysScrolling()
    {
        await using var host = await AnalyzerHost.StartAsync();
        await host.SaveAsync(
            Enumerable.Range(0, 25).Select(index => Samples.Report(index, (Verdict)(index % 4)) with { Size = 123_456_789_012 }));
        await host.SaveAsync([Samples.Hostile]);

        await Visit.MakeAsync(chromium, host, steps: async visit =>
        {
            await Expect(visit.Rows).ToHaveCountAsync(20);
            await visit.Page.GetByText("More filters").ClickAsync();
            await ShouldFitAsync(visit, "at the start");

            var name = new string('w', 200);
            await visit.ChooseAsync(Samples.File($"{name}.pdf", Samples.Malicious.Buffer), Samples.File($"{name}.txt", []));
            await Expect(visit.Page.Locator("#queue-summary")).ToContainTextAsync("2 of 2 files done");
            await ShouldFitAsync(visit, "with a batch");

            await visit.OpenAsync(Samples.Hostile.Sha256);
            await Expect(visit.Headline).ToHaveTextAsync("Verdict: Malicious");
            await ShouldFitAsync(visit, "with what strangers wrote");

            await visit.Page.GotoAsync(new Uri(host.Http1, "/rules").ToString()).Within();
            await Expect(visit.Page.Locator(".rule").First).ToBeVisibleAsync();
            await ShouldFitAsync(visit, "on the page of rules");
        });
    }

    private static async Task ShouldFitAsync(Visit visit, string when)
    {
        foreach (var width in s_widths)
        {
            await visit.Page.SetViewportSizeAsync(width, 800).Within();
            (await SpillsAsync(visit)).ShouldBeEmpty($"{when}, {width} pixels wide");
        }
    }

    [Fact]
    public async Task Print_WithAReport_PrintsTheReportAlone()
    {
        await using var host = await AnalyzerHost.StartAsync();

        await Visit.MakeAsync(chromium, host, options: new() { ColorScheme = ColorScheme.Dark }, steps: async visit =>
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

            await visit.Headline.FocusAsync(); // where a look-up leaves a person: the ring is not printed
            await Expect(visit.Headline).ToHaveCSSAsync("outline-style", "none");
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
