using Analyzer.Core;

namespace Analyzer.Service.Page.Tests;

/// <summary>The page without a mouse.</summary>
public sealed class KeyboardTests(Chromium chromium)
{
    [Fact]
    public async Task Keyboard_SubmitAndRead_NeedsNoMouse()
    {
        await using var host = await AnalyzerHost.StartAsync();

        await Visit.MakeAsync(chromium, host, steps: async visit =>
        {
            var page = visit.Page;

            // From the start: to subscribe as the key goes down is a race with the dialog.
            var opened = new TaskCompletionSource<IFileChooser>();
            page.FileChooser += (_, dialog) => opened.TrySetResult(dialog);
            await Expect(page.Locator("#listing-empty")).ToBeVisibleAsync();
            await page.Keyboard.PressAsync("Tab");
            await Expect(page.GetByRole(AriaRole.Link, new() { Name = "Skip to the content" })).ToBeInViewportAsync();
            await page.Keyboard.PressAsync("Enter");
            await page.Keyboard.PressAsync("Tab");
            await Expect(page.Locator("#files")).ToBeFocusedAsync();

            await page.Keyboard.PressAsync("Enter");
            await (await opened.Task.Within()).SetFilesAsync(Samples.Malicious).Within();
            await Expect(visit.Headline).ToHaveTextAsync("Verdict: Malicious");

            await page.Keyboard.PressAsync("Tab");
            await Expect(page.Locator("#folder")).ToBeFocusedAsync();
            await page.Keyboard.PressAsync("Tab");
            await Expect(page.GetByRole(AriaRole.Link, new() { Name = "Report on invoice.pdf" })).ToBeFocusedAsync();
            await page.Keyboard.PressAsync("Enter");
            await Expect(visit.Headline).ToBeFocusedAsync();
            await page.Keyboard.PressAsync("Tab");
            await Expect(page.GetByRole(AriaRole.Link, new() { Name = "What this means" })).ToBeFocusedAsync();
            await page.Keyboard.PressAsync("Tab");
            await Expect(page.GetByRole(AriaRole.Button, new() { Name = "Copy SHA-256" })).ToBeFocusedAsync();
        });
    }

    [Fact]
    public async Task Keyboard_FilterAndOpen_NeedsNoMouse()
    {
        await using var host = await AnalyzerHost.StartAsync();
        await host.SaveAsync([Samples.Report(1, Verdict.Clean), Samples.Report(2, Verdict.Suspicious)]);

        await Visit.MakeAsync(chromium, host, async visit =>
        {
            await Expect(visit.Rows).ToHaveCountAsync(2);
            await visit.Page.GetByLabel("All", new() { Exact = true }).FocusAsync();
            await visit.Page.Keyboard.PressAsync("ArrowRight");
            await Expect(visit.Rows).ToHaveCountAsync(1);
            await visit.Page.Keyboard.PressAsync("ArrowRight");
            await Expect(visit.Rows).ToContainTextAsync("Suspicious");

            // Past the further filters, and the button that clears them all.
            await visit.Page.Keyboard.PressAsync("Tab");
            await visit.Page.Keyboard.PressAsync("Tab");
            await visit.Page.Keyboard.PressAsync("Tab");
            await visit.Page.Keyboard.PressAsync("Enter");

            await Expect(visit.Headline).ToHaveTextAsync("Verdict: Suspicious");
            await Expect(visit.Headline).ToBeFocusedAsync();
        });
    }

    [Fact]
    public async Task Keyboard_EveryStop_IsVisibleAndInReadingOrder()
    {
        await using var host = await AnalyzerHost.StartAsync();
        await host.SaveAsync(Enumerable.Range(0, 25).Select(index => Samples.Report(index, Verdict.Clean)));

        await Visit.MakeAsync(chromium, host, steps: async visit =>
        {
            await visit.ChooseAsync(Samples.Malicious);
            await Expect(visit.Headline).ToHaveTextAsync("Verdict: Malicious");
            await Expect(visit.Rows).ToHaveCountAsync(20);

            var stops = new List<Stop>();
            while (true)
            {
                await visit.Page.Keyboard.PressAsync("Tab");
                var stop = await visit.Page.EvaluateAsync<Stop>(
                    """
                    () => {
                      const at = document.activeElement;
                      const outlined = [at, at.closest("label"), at.nextElementSibling].filter(Boolean).map(
                          (element) => getComputedStyle(element))
                        .some((style) => style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2);
                      const order = [...document.querySelectorAll("*")].indexOf(at);
                      return { what: at.outerHTML.slice(0, 120), outlined, order, isBody: at === document.body };
                    }
                    """).Within();
                if (stop.IsBody || stops.Any(seen => seen.Order == stop.Order))
                {
                    break;
                }

                stops.Add(stop);
            }

            stops.Count.ShouldBeGreaterThan(28);
            stops.ShouldAllBe(stop => stop.Outlined);
            stops.Select(stop => stop.Order).ShouldBeInOrder();
        });
    }

    private sealed record Stop
    {
        public string What { get; set; } = "";

        public bool Outlined { get; set; }

        public int Order { get; set; }

        public bool IsBody { get; set; }
    }
}
