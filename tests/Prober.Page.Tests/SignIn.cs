namespace Prober.Page.Tests;

/// <summary>The form that every page shows where its host asks for keys.</summary>
internal static class SignIn
{
    /// <summary>Enters a wrong key, and then the right one; the page has to go on with it, also when it is loaded again.</summary>
    public static async Task EnterAsync(IPage page, string key, ILocator shown)
    {
        var form = page.GetByRole(AriaRole.Form, new() { Name = "Key" });
        await Expect(form).ToBeVisibleAsync();
        await page.ShouldPassAxeAsync("asking for a key");
        await EnterAsync(page, "wrong.key");
        await Expect(page.Locator("#sign-in-why")).Not.ToBeEmptyAsync();
        await Expect(shown).ToHaveCountAsync(0);

        await EnterAsync(page, key);
        await Expect(shown).Not.ToHaveCountAsync(0);
        await Expect(form).ToBeHiddenAsync();
        await page.ReloadAsync().Within();
        await Expect(shown).Not.ToHaveCountAsync(0);
        (await page.EvaluateAsync<string>("() => JSON.stringify(localStorage) + document.cookie").Within()).ShouldBe("{}");
    }

    private static async Task EnterAsync(IPage page, string key)
    {
        await page.Locator("#sign-in-key").FillAsync(key).Within();
        await page.Locator("#sign-in-key").PressAsync("Enter").Within();
    }
}
