using System.Text.Json;
using Analyzer.Core;

namespace Analyzer.Service.Page.Tests;

/// <summary>WCAG 2.2 AA as far as a program can see it, in the states in which the page has the most to say.</summary>
public sealed class AccessibilityTests(Chromium chromium)
{
    // Roles that a person acts on or finds their way by: nameless, they are a mystery to a screen reader.
    private static readonly string[] s_named =
    [
        "button", "link", "textbox", "radio", "checkbox", "combobox", "DisclosureTriangle", "dialog", "table", "image", "img",
        "progressbar", "region", "navigation", "form", "search", "group", "RootWebArea",
    ];

    [Fact]
    public async Task Page_InEveryState_IsAccessible()
    {
        await using var host = await BusyHostAsync();

        await Visit.MakeAsync(chromium, host, steps: async visit =>
        {
            await Expect(visit.Rows).ToHaveCountAsync(9);
            await visit.Page.GetByText("More filters").ClickAsync();
            await ShouldBeAccessibleAsync(visit, "at the start");

            host.Store.Gate = new TaskCompletionSource();
            await visit.ChooseAsync(Samples.Noise("too large.bin", 2000), Samples.Clean);
            await Expect(visit.Uploads.Nth(1)).ToContainTextAsync("All sent.");
            await ShouldHaveNamesAsync(visit);
            host.Store.Gate.SetResult();
            await Expect(visit.Page.Locator("#queue-summary")).ToHaveTextAsync("2 of 2 files done: 1 refused, 1 clean.");
            await visit.Page.GetByRole(AriaRole.Button, new() { Name = "Look up", Exact = true }).ClickAsync();
            await Expect(visit.Page.Locator("#lookup-error")).Not.ToBeEmptyAsync();
            await ShouldPassInBothSchemesAsync(visit, "with refusals");

            foreach (var verdict in Enum.GetValues<Verdict>())
            {
                await visit.Rows.Filter(new() { HasText = verdict.ToString() }).Last.GetByRole(AriaRole.Link).ClickAsync();
                await Expect(visit.Headline).ToHaveTextAsync($"Verdict: {verdict}");
                await visit.Rows.First.HoverAsync();
                await ShouldPassInBothSchemesAsync(visit, $"with {verdict}");
            }

            await visit.OpenAsync(Samples.Hostile.Sha256);
            await Expect(visit.Report.Locator(".links li")).ToHaveCountAsync(4);
            await visit.Report.GetByText("2 further places").ClickAsync();
            await ShouldBeAccessibleAsync(visit, "with what strangers wrote");
            await visit.Report.GetByRole(AriaRole.Button, new() { Name = "Delete report" }).ClickAsync();
            await ShouldPassInBothSchemesAsync(visit, "with a question");

            await visit.Page.GotoAsync(new Uri(host.Http1, "/rules#pdf.launch").ToString()).Within();
            await Expect(visit.Page.Locator(".rule.asked")).ToBeVisibleAsync();
            await ShouldBeAccessibleAsync(visit, "on the page of rules");
        });
    }

    [Fact]
    public async Task Page_AtTheStart_HasLandmarksAndMovesOnlyWhereThatIsWelcome()
    {
        await using var host = await AnalyzerHost.StartAsync();

        await Visit.MakeAsync(chromium, host, steps: async visit =>
        {
            foreach (var role in (AriaRole[])[AriaRole.Main, AriaRole.Banner, AriaRole.Complementary])
            {
                await Expect(visit.Page.GetByRole(role)).ToHaveCountAsync(1);
            }

            await Expect(visit.Page.Locator("html")).ToHaveAttributeAsync("lang", "en");
            var announcer = visit.Page.Locator("#announcer");
            await Expect(announcer).ToHaveAttributeAsync("role", "status");
            await Expect(announcer).ToHaveAttributeAsync("aria-live", "polite");
            await Expect(announcer).ToBeEmptyAsync();
            await visit.ChooseAsync(Samples.Clean);
            await Expect(announcer).ToHaveTextAsync("minutes.pdf: Clean, 0 points. 0 reasons.");

            foreach (var preference in (ReducedMotion[])[ReducedMotion.Reduce, ReducedMotion.NoPreference])
            {
                await visit.Page.EmulateMediaAsync(new() { ReducedMotion = preference }).Within();
                var moves = await visit.Page.EvaluateAsync<bool>(
                    """
                    () => [...document.querySelectorAll("*")].map((element) => getComputedStyle(element))
                      .some((style) => parseFloat(style.transitionDuration) > 0 || style.animationName !== "none")
                    """).Within();
                moves.ShouldBe(preference == ReducedMotion.NoPreference);
            }
        });
    }

    private static async Task<AnalyzerHost> BusyHostAsync()
    {
        var host = await AnalyzerHost.StartAsync("Limits:MaxFileBytes=1000", "Deletion=true");
        var findings = new[]
        {
            new Finding("pdf.javascript", 40, 2, 10, "Runs script."),
            new Finding("pdf.embedded-file", 0, 1, 10, "Carries a file."),
        };
        var pdf = new PdfSummary("1.5", new PdfKeywords([.. Enumerable.Range(0, 21).Select(index => (long)(index % 3))]), 0);
        await host.SaveAsync(
            Enumerable.Range(0, 8).Select(index => Samples.Report(index, (Verdict)(index % 4), findings) with { Pdf = pdf })
                .Append(Samples.Hostile));
        return host;
    }

    private static async Task ShouldBeAccessibleAsync(Visit visit, string when)
    {
        await ShouldPassInBothSchemesAsync(visit, when);
        await ShouldHaveNamesAsync(visit);
        (await LevelsAsync(visit)).ShouldBeNested();
        var ids = await visit.Page.EvaluateAsync<string[]>("() => [...document.querySelectorAll('[id]')].map((element) => element.id)")
            .Within();
        ids.ShouldBeUnique();
    }

    private static async Task ShouldPassInBothSchemesAsync(Visit visit, string when)
    {
        foreach (var scheme in (ColorScheme[])[ColorScheme.Light, ColorScheme.Dark])
        {
            await visit.Page.EmulateMediaAsync(new() { ColorScheme = scheme }).Within();
            (await visit.Page.EvaluateAsync<string[]>(ContrastCheck.Script).Within()).ShouldBeEmpty($"{when}, {scheme}");
            await visit.ShouldPassAxeAsync($"{when}, {scheme}");
        }
    }

    private static async Task ShouldHaveNamesAsync(Visit visit)
    {
        var devTools = await visit.Page.Context.NewCDPSessionAsync(visit.Page).Within();
        var tree = (await devTools.SendAsync("Accessibility.getFullAXTree").Within()).ShouldNotBeNull();
        var found = tree.GetProperty("nodes").EnumerateArray()
            .Where(node => !node.GetProperty("ignored").GetBoolean() && s_named.Contains(Text(node, "role")))
            .ToList();

        found.Count.ShouldBeGreaterThan(20);
        found.Where(node => string.IsNullOrWhiteSpace(Text(node, "name"))).Select(node => node.ToString()).ShouldBeEmpty();
    }

    private static string Text(JsonElement node, string property) =>
        node.TryGetProperty(property, out var value) && value.TryGetProperty("value", out var text) ? text.ToString() : "";

    private static Task<int[]> LevelsAsync(Visit visit) => visit.Page.EvaluateAsync<int[]>(
        "() => [...document.querySelectorAll('h1, h2, h3, h4, h5, h6')].filter(h => h.checkVisibility())"
        + ".map(h => Number(h.tagName[1]))").Within();
}

file static class HeadingLevels
{
    public static void ShouldBeNested(this int[] levels)
    {
        levels.Length.ShouldBeGreaterThan(4);
        levels.Count(level => level == 1).ShouldBe(1);
        levels[0].ShouldBe(1);
        levels.Zip(levels.Skip(1)).ShouldAllBe(pair => pair.Second <= pair.First + 1);
    }
}
