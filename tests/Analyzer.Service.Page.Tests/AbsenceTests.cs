using Analyzer.Core;

namespace Analyzer.Service.Page.Tests;

/// <summary>The service goes away and comes back while the page is open.</summary>
public sealed class AbsenceTests(Chromium chromium)
{
    [Fact]
    public async Task Service_GoesAndComesBack_IsToldToEyesAndEars()
    {
        await using var host = await AnalyzerHost.StartAsync();

        await Visit.MakeAsync(chromium, host, expectsFailures: true, steps: async visit =>
        {
            var (notice, aloud) = (visit.Page.Locator("#away"), visit.Page.Locator("#announcer"));
            await Expect(visit.Page.Locator("#listing-empty")).ToBeVisibleAsync();
            await Expect(notice).ToBeHiddenAsync();

            // Nobody does anything: the charts notice it.
            await visit.Page.RouteAsync("**/*", route => route.AbortAsync()).Within();
            await Expect(notice).ToContainTextAsync("The service does not answer. This page tries again by itself.");
            await Expect(notice).ToBeVisibleAsync();
            await Expect(aloud).ToHaveTextAsync("The service does not answer. This page tries again by itself.");
            await Expect(visit.Page.Locator("#live-state")).ToHaveTextAsync("The service does not answer. Trying again.");
            await visit.ShouldPassAxeAsync("without the service");

            await host.SaveAsync([Samples.Report(0, Verdict.Clean)]);
            await visit.Page.GetByRole(AriaRole.Button, new() { Name = "Ask now" }).FocusAsync().Within();
            await visit.Page.UnrouteAsync("**/*").Within();
            await visit.Page.Keyboard.PressAsync("Enter").Within();

            await Expect(aloud).ToHaveTextAsync("The service answers again.");
            await Expect(notice).ToBeHiddenAsync();
            await Expect(visit.Page.Locator("#intake-heading")).ToBeFocusedAsync();
            await Expect(visit.Rows).ToHaveCountAsync(1);
        });
    }
}
