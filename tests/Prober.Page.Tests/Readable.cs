namespace Prober.Page.Tests;

/// <summary>Whether a page can be read at any width, in light and dark: nothing sticks out, and axe-core finds nothing.</summary>
internal static class Readable
{
    private static readonly int[] Widths = [1600, 1280, 1100, 768, 360, 320];

    public static async Task ShouldBeReadableAsync(this IPage page, string when)
    {
        await page.ShouldPassAxeAsync(when);
        foreach (var scheme in (ColorScheme[])[ColorScheme.Light, ColorScheme.Dark])
        {
            await page.EmulateMediaAsync(new() { ColorScheme = scheme }).Within();
            (await page.EvaluateAsync<string[]>(ContrastCheck.Script).Within()).ShouldBeEmpty($"{when}, {scheme}");
            foreach (var width in Widths)
            {
                await page.SetViewportSizeAsync(width, 800).Within();
                (await page.EvaluateAsync<string[]>(
                    """
                    () => [...document.body.querySelectorAll("*")]
                      .filter((element) => element.checkVisibility() && !element.closest(".unseen, svg"))
                      .filter((element) => element.getBoundingClientRect().right > document.documentElement.clientWidth + 0.5)
                      .map((element) => element.outerHTML.slice(0, 100))
                    """).Within()).ShouldBeEmpty($"{when}, {width} pixels wide");
                await KeepAsync(page, $"{when.Trim('/')}-{scheme}-{width}");
            }
        }
    }

    /// <summary>For a person who wants to look: where SCREENSHOTS names a folder.</summary>
    private static async Task KeepAsync(IPage page, string name)
    {
        if (Environment.GetEnvironmentVariable("SCREENSHOTS") is { } folder)
        {
            await page.ScreenshotAsync(new() { Path = Path.Combine(folder, $"{name}.png") }).Within();
        }
    }
}
