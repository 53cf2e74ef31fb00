using System.Globalization;
using System.Text.RegularExpressions;
using Hosting.Web;

namespace Analyzer.Service.Page.Tests;

/// <summary>The charts, on a clock that the test turns.</summary>
public sealed partial class LiveTests(Chromium chromium)
{
    private static readonly DateTime s_start = new(2026, 1, 2, 12, 0, 0, DateTimeKind.Utc);

    [Fact]
    public async Task Charts_ServiceAtWork_ShowItsRatesAndLatencies()
    {
        await using var host = await AnalyzerHost.StartAsync();

        await VisitOnOurClockAsync(host, async visit =>
        {
            await PassAsync(visit, seconds: 4);
            await Expect(visit.Page.Locator("#live-state")).ToContainTextAsync("The last two minutes");
            await Expect(visit.Page.Locator(".chart")).ToHaveCountAsync(9);
            (await ValueAsync(visit, "Requests")).ShouldBe(0);

            for (var file = 0; file < 10; file++)
            {
                await SubmitAsync(host, Samples.Noise("noise.bin", 1000 + file));
            }

            await PassAsync(visit, seconds: 2);
            await Expect(Readout(visit, "Requests").Locator(".value-0")).ToHaveTextAsync("5/s");
            (await ValueAsync(visit, "Received")).ShouldBeGreaterThan(0);
            var (p50, p99) = (await MillisecondsAsync(visit, "Time to submit", 0), await MillisecondsAsync(visit, "Time to submit", 1));
            p50.ShouldBeGreaterThan(0);
            p99.ShouldBeGreaterThanOrEqualTo(p50);
            (await ValueAsync(visit, "Memory")).ShouldBeGreaterThan(0);
            (await ValueAsync(visit, "Thread pool")).ShouldBeGreaterThan(0);
            await Expect(visit.Page.Locator(".tally [data-verdict=unable] dd")).ToHaveTextAsync("10");

            await Expect(visit.Page.Locator(".tally-bar span")).ToHaveCountAsync(1);

            // Somebody else's files come into the list by themselves.
            await Expect(visit.Rows).ToHaveCountAsync(10);

            await SubmitAsync(host, Samples.File("empty.txt", []));
            host.Store.Down = true;
            await SubmitAsync(host, Samples.Clean);
            host.Store.Down = false;
            await PassAsync(visit, seconds: 2);
            await Expect(Readout(visit, "Not answered")).ToHaveTextAsync("refused0.5/sfailed0.5/s");
        });
    }

    [Fact]
    public async Task Charts_TwoMinutes_AreDrawnAndCanBePointedAt()
    {
        await using var host = await AnalyzerHost.StartAsync();

        await VisitOnOurClockAsync(host, async visit =>
        {
            await PassAsync(visit, seconds: 40);
            await HideAsync(visit, hidden: true);
            await visit.Page.Clock.RunForAsync(80_000).Within();
            await HideAsync(visit, hidden: false);
            await PassAsync(visit, seconds: 20);

            // Half of what was seen first is more than two minutes ago now. Nobody looked in between, so no line joins the two parts.
            var line = await visit.Page.Locator(".chart").Filter(new() { HasText = "Memory" }).Locator(".line-0").GetAttributeAsync("d")
                .Within();
            line.ShouldNotBeNull().Count(step => step == 'M').ShouldBe(2);
            var coordinates = Number().Matches(line.Replace("h0", ""))
                .Select(match => double.Parse(match.Value, CultureInfo.InvariantCulture)).ToList();
            var across = coordinates.Where((_, index) => index % 2 == 0).ToList();
            across.Count.ShouldBeInRange(18, 26);
            across.ShouldBeInOrder();
            across[0].ShouldBeInRange(0, 12);
            across[^1].ShouldBe(240, 1);

            var label = await visit.Page.GetByRole(AriaRole.Img).First.GetAttributeAsync("aria-label").Within();
            label.ShouldNotBeNull().ShouldStartWith("Requests, last two minutes: between");
            await visit.Page.Locator(".plot svg").First.HoverAsync().Within();
            foreach (var cursor in await visit.Page.Locator(".plot .cursor").AllAsync())
            {
                await Expect(cursor).ToHaveAttributeAsync("d", Vertical());
            }

            await Expect(visit.Page.Locator("#live-state")).ToHaveTextAsync("60\u00a0s ago");
            await PassAsync(visit, seconds: 2);
            await Expect(visit.Page.Locator("#live-state")).ToHaveTextAsync("60\u00a0s ago");
            await visit.Page.Locator("h1").HoverAsync().Within();
            await Expect(visit.Page.Locator("#live-state")).ToContainTextAsync("The last two minutes");
        });
    }

    [Fact]
    public async Task Charts_PageNotSeen_AskForNothing()
    {
        await using var host = await AnalyzerHost.StartAsync();

        await VisitOnOurClockAsync(host, async visit =>
        {
            await PassAsync(visit, seconds: 4);
            await HideAsync(visit, hidden: true);
            await visit.Page.Clock.RunForAsync(10_000).Within();
            var asked = Scrapes(visit);
            await visit.Page.Clock.RunForAsync(60_000).Within();
            Scrapes(visit).ShouldBe(asked);

            await HideAsync(visit, hidden: false);
            await PassAsync(visit, seconds: 4);
            Scrapes(visit).ShouldBeGreaterThan(asked);
        });
    }

    [Fact]
    public async Task Charts_MetricsOff_SaysSoAndDrawsNothing()
    {
        await using var host = await AnalyzerHost.StartAsync("Metrics=false");

        await VisitOnOurClockAsync(host, steps: async visit =>
        {
            await Expect(visit.Page.Locator("#live-state"))
                .ToHaveTextAsync("Metrics are switched off (Analyzer:Metrics), so there is nothing to draw.");
            await Expect(visit.Page.Locator("#charts")).ToBeHiddenAsync();

            // All else goes on.
            await visit.ChooseAsync(Samples.Clean);
            await Expect(visit.Headline).ToHaveTextAsync("Verdict: Clean");
            await Expect(visit.Rows).ToHaveCountAsync(1);
        });
    }

    [Fact]
    public async Task Readings_EveryNameInThem_IsInARealScrape()
    {
        await using var host = await AnalyzerHost.StartAsync();
        await SubmitAsync(host, Samples.Clean);
        await SubmitAsync(host, Samples.File("empty.txt", []));
        using var http = new HttpClient { BaseAddress = host.Http1 };
        foreach (var down in (bool[])[false, true])
        {
            host.Store.Down = down;
            using var lookup = await http.GetAsync($"/v1/files/{new string('0', 64)}", TestContext.Current.CancellationToken).Within();
        }

        var scrape = await http.GetStringAsync("/metrics", TestContext.Current.CancellationToken).Within();

        var assets = PageAsset.ReadAll(AnalyzerApp.Host, typeof(AnalyzerApp).Assembly);
        var readings = System.Text.Encoding.UTF8.GetString(assets.Single(asset => asset.Path == "/page/live/readings.js").Content.Span);
        var names = MetricName().Matches(readings).Select(match => match.Value.Trim('"')).ToList();

        names.Count.ShouldBeGreaterThan(7);
        names.Where(name => !scrape.Contains($"\n{name}", StringComparison.Ordinal)).ShouldBeEmpty();
        string[] labels =
        [
            "operation=submit", "operation=lookup", "outcome=failed", "verdict=clean", "known=false",
            "reason=not-found", "reason=client-gone", "reason=store-unavailable",
        ];
        labels.Where(label => !scrape.Contains($"{label.Replace("=", "=\"", StringComparison.Ordinal)}\"", StringComparison.Ordinal))
            .ShouldBeEmpty();
    }

    private Task VisitOnOurClockAsync(AnalyzerHost host, Func<Visit, Task> steps, int[]? refusals = null) =>
        Visit.MakeAsync(chromium, host, refusals: refusals, steps: async visit =>
        {
            await visit.Page.Clock.InstallAsync(new() { TimeDate = s_start }).Within();
            await visit.Page.Clock.PauseAtAsync(s_start.AddMinutes(1)).Within();
            await visit.Page.ReloadAsync().Within();
            await steps(visit);
        });

    /// <summary>Lets time pass on the page, a look at the metrics at a time.</summary>
    private static async Task PassAsync(Visit visit, int seconds)
    {
        var charts = visit.Page.Locator("#charts");
        await Expect(charts).ToHaveAttributeAsync("data-at", Number());
        for (var look = 0; look < seconds / 2; look++)
        {
            var before = await charts.GetAttributeAsync("data-at").Within();
            await visit.Page.Clock.RunForAsync(2_000).Within();
            await Expect(charts).Not.ToHaveAttributeAsync("data-at", before ?? "");
        }
    }

    private static async Task HideAsync(Visit visit, bool hidden) => await visit.Page.EvaluateAsync(
        """
        (hidden) => {
          Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
          document.dispatchEvent(new Event("visibilitychange"));
        }
        """,
        hidden).Within();

    private static int Scrapes(Visit visit) => visit.Requests.Count(request => request == "GET /metrics");

    private static ILocator Readout(Visit visit, string title) =>
        visit.Page.Locator(".chart").Filter(new() { Has = visit.Page.GetByRole(AriaRole.Heading, new() { Name = title, Exact = true }) })
            .Locator(".readout");

    private static async Task<double> ValueAsync(Visit visit, string title, int series = 0) =>
        double.Parse(Number().Match(await TextAsync(visit, title, series)).Value, CultureInfo.InvariantCulture);

    private static async Task<double> MillisecondsAsync(Visit visit, string title, int series)
    {
        var unit = (await TextAsync(visit, title, series)).Split('\u00a0')[1];
        return await ValueAsync(visit, title, series) * unit switch
        {
            "µs" => 0.001,
            "ms" => 1,
            "s" => 1000,
            _ => throw new InvalidOperationException(unit),
        };
    }

    private static async Task<string> TextAsync(Visit visit, string title, int series) =>
        await Readout(visit, title).Locator($".value-{series}").TextContentAsync().Within() ?? "";

    private static async Task SubmitAsync(AnalyzerHost host, FilePayload file)
    {
        using var http = new HttpClient { BaseAddress = host.Http1 };
        using var content = new ByteArrayContent(file.Buffer);
        using var response = await http.PostAsync("/v1/files", content, TestContext.Current.CancellationToken).Within();
    }

    [GeneratedRegex(@"\d+(\.\d+)?")]
    private static partial Regex Number();

    [GeneratedRegex(@"^M[\d.]+ 0V60$")]
    private static partial Regex Vertical();

    [GeneratedRegex("\"(analyzer|process|dotnet)_[a-z_]+\"")]
    private static partial Regex MetricName();
}
