namespace Sigma.Streams.Page.Tests;

/// <summary>What everybody has to be able to read, on any window.</summary>
internal static class Readability
{
    private static readonly int[] Widths = [1600, 768, 360, 320];

    /// <summary>Axe, contrasts in light and dark, and that nothing is cut off at any width.</summary>
    /// <param name="page">As it stands.</param>
    /// <param name="state">What it shows, for the message.</param>
    public static async Task ShouldBeReadableAsync(this IPage page, string state)
    {
        await page.ShouldPassAxeAsync(state);
        foreach (var scheme in (ColorScheme[])[ColorScheme.Light, ColorScheme.Dark])
        {
            await page.EmulateMediaAsync(new() { ColorScheme = scheme }).Within();
            (await page.EvaluateAsync<string[]>(ContrastCheck.Script).Within()).ShouldBeEmpty($"{scheme}, {state}");
            foreach (var width in Widths)
            {
                await page.SetViewportSizeAsync(width, 800).Within();
                (await page.EvaluateAsync<string[]>(
                    """
                    () => [...document.body.querySelectorAll("*")]
                      .filter((element) => element.checkVisibility() && !element.closest(".unseen"))
                      .filter((element) => element.getBoundingClientRect().right > document.documentElement.clientWidth + 0.5)
                      .map((element) => element.outerHTML.slice(0, 100))
                    """).Within()).ShouldBeEmpty($"{width} pixels wide, {state}");
            }
        }

        await page.ShouldPassAxeAsync($"narrow, in the dark, {state}");
    }
}
