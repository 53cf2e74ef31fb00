namespace Analyzer.Service.Page.Tests;

/// <summary>A service that asks for keys: the page asks the person for one, and this tab alone keeps it.</summary>
public sealed class SignInTests(Chromium chromium)
{
    [Fact]
    public async Task SignIn_WithAKey_LastsForTheTabAndNoLonger()
    {
        using var keys = new ClientKeys();
        var key = keys.Add("Ada", ["submit", "read", "metrics"]);
        await using var host = await AnalyzerHost.StartAsync($"Keys={keys.File}");

        await Visit.MakeAsync(chromium, host, refusals: [401], steps: async visit =>
        {
            var form = visit.Page.GetByRole(AriaRole.Form, new() { Name = "Key" });
            await Expect(form).ToBeVisibleAsync();
            await EnterAsync(visit.Page, "wrong.key");
            await Expect(visit.Page.Locator("#sign-in-why")).Not.ToBeEmptyAsync();
            await EnterAsync(visit.Page, key);
            await Expect(form).ToBeHiddenAsync();
            await Expect(visit.Page.Locator("#listing-empty")).ToContainTextAsync("No reports yet.");

            await visit.ChooseAsync(Samples.Clean);
            await Expect(visit.Headline).ToHaveTextAsync("Verdict: Clean");
            await visit.Page.ReloadAsync().Within();
            await Expect(visit.Rows).ToHaveCountAsync(1);

            // Another tab is another session; nothing that outlives the tab holds the key.
            var other = await visit.Page.Context.NewPageAsync().Within();
            await other.GotoAsync(host.Http1.ToString()).Within();
            await Expect(other.GetByRole(AriaRole.Form, new() { Name = "Key" })).ToBeVisibleAsync();
            (await other.EvaluateAsync<string>("() => JSON.stringify(localStorage) + document.cookie").Within()).ShouldBe("{}");
            visit.Requests.ShouldAllBe(request => !request.Contains(key));
            await other.CloseAsync().Within();
        });

        (await host.CountAsync()).ShouldBe(1);
    }

    private static async Task EnterAsync(IPage page, string key)
    {
        await page.Locator("#sign-in-key").FillAsync(key).Within();
        await page.Locator("#sign-in-key").PressAsync("Enter").Within();
    }
}
