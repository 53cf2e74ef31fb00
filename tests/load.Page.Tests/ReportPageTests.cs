namespace Load.Page.Tests;

/// <summary>The report of a real run in a real browser: on a telephone, on a wide screen, and on paper.</summary>
public sealed class ReportPageTests(Chromium chromium)
{
    /// <summary>A4 on its side, between the margins, at 96 dots an inch.</summary>
    private const int Paper = 1032;

    [Fact]
    public async Task Report_OfARun_FitsEachScreenAndPaperAndPassesAxe()
    {
        using var lab = await LabProcess.SucceedAsync("run", "quick", "--smoke", "--repeat", "2", "--only", "size=10KB,instances=16");
        var browser = await chromium.StartAsync();
        (int, ColorScheme)[] screens = [(360, ColorScheme.Light), (360, ColorScheme.Dark), (1400, ColorScheme.Light)];
        foreach (var (width, scheme) in screens)
        {
            await using var context = await browser.NewContextAsync(new()
            {
                ColorScheme = scheme,
                ViewportSize = new() { Width = width, Height = 800 },
            }).Within();
            var page = await context.NewPageAsync().Within();
            await page.GotoAsync(new Uri(Path.Combine(lab.Results.FullName, "report.html")).ToString()).Within();

            (await page.EvaluateAsync<bool>("() => document.documentElement.scrollWidth <= innerWidth").Within()).ShouldBeTrue(
                $"it scrolls sideways at {width}");
            (await page.EvaluateAsync<string[]>(ContrastCheck.Script).Within()).ShouldBeEmpty($"{width}, {scheme}");
            await page.ShouldPassAxeAsync($"{width}, {scheme}");
            (await page.InnerTextAsync("main h2").Within()).ShouldBe("Answer", "the report begins with it");

            await page.SetViewportSizeAsync(Paper, 800).Within();
            await page.EmulateMediaAsync(new() { Media = Media.Print }).Within();
            (await page.EvaluateAsync<string[]>(
                """
                () => [...document.body.querySelectorAll("*")]
                  .filter((element) => element.getBoundingClientRect().right > innerWidth + 0.5)
                  .map((element) => element.outerHTML.slice(0, 100))
                """).Within()).ShouldBeEmpty("what stands beyond the paper's edge is not printed");
            (await page.EvaluateAsync<int>("() => [...document.querySelectorAll('details')].filter((one) => one.clientHeight < 60).length")
                .Within()).ShouldBe(0, "what is folded on a screen is open on paper");
        }
    }
}
