using Analyzer.Engines;

namespace Analyzer.Service.Page.Tests;

/// <summary>The page of rules.</summary>
public sealed class RulesTests(Chromium chromium)
{
    [Fact]
    public async Task Rules_AllOfThem_AreToldAndCanBeLinkedTo()
    {
        await using var host = await AnalyzerHost.StartAsync();

        await Visit.MakeAsync(chromium, host, async visit =>
        {
            await visit.Page.GetByRole(AriaRole.Link, new() { Name = "Rules" }).ClickAsync();
            await Expect(visit.Page.Locator(".rule code")).ToHaveTextAsync([.. EngineRules.All.Select(rule => rule.Id)]);
            await Expect(visit.Page.Locator("#thresholds")).ToHaveTextAsync(
                $"A file is suspicious from {EngineRules.SuspiciousFrom} points and malicious from {EngineRules.MaliciousFrom}.");
            await Expect(visit.Page.Locator("#shares tr").First).ToContainTextAsync("%");

            await visit.Page.GotoAsync(new Uri(host.Http1, "/rules#pdf.launch").ToString()).Within();
            await visit.Page.ReloadAsync().Within();
            var asked = visit.Page.Locator(".rule.asked");
            var launch = EngineRules.All.Single(rule => rule.Id == "pdf.launch");
            await Expect(asked).ToContainTextAsync(launch.Reason);
            await Expect(asked).ToContainTextAsync($"{launch.Reference}. Since engine {launch.Since}.");
            await Expect(asked.Locator(".points")).ToHaveTextAsync($"+{launch.Points}");
            await Expect(asked.GetByRole(AriaRole.Heading)).ToBeFocusedAsync();
            await Expect(asked).ToBeInViewportAsync();
        });
    }
}
