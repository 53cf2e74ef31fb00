using Prober.Tests;

namespace Prober.Page.Tests;

/// <summary>The page with as many targets as a prober watches: it shows the first of them, whatever is asked for.</summary>
public sealed class ManyTargetsTests(Chromium chromium) : IDisposable
{
    private const int Count = 20_000;

    private readonly TempDirectory _folder = new("prober-page");

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Page_TwentyThousandTargets_SearchesAndSortsByKeyboard()
    {
        await using var host = await StartAsync();

        await PageVisit.MakeAsync(chromium, host.Http.BaseAddress!, async page =>
        {
            var (rows, count) = (page.Locator("#targets tr"), page.Locator("#count"));
            await Expect(rows).ToHaveCountAsync(200);
            await Expect(count).ToHaveTextAsync($"{Count} of {Count} targets");
            await Expect(rows.First).ToHaveAttributeAsync("data-state", "down"); // the one that is probed every second

            var sla = await page.EvaluateAsync<int[]>(
                """
                async () => {
                  const { total, targets } = await (await fetch("/api/v1/sla?name=t1999&pg=2&sz=6")).json();
                  return [total, targets.length];
                }
                """).Within();
            sla.ShouldBe([10, 4]);

            await page.GetByLabel("Search").FocusAsync().Within();
            await page.Keyboard.TypeAsync("T19999 team=web").Within();
            await Expect(count).ToHaveTextAsync($"1 of {Count} targets");
            await Expect(rows).ToContainTextAsync(["t19999"]);
            await page.GetByLabel("Search").FillAsync("").Within();

            await page.Keyboard.PressAsync("Tab").Within();
            await page.Keyboard.PressAsync("Tab").Within();
            await Expect(page.GetByRole(AriaRole.Button, new() { Name = "Target" })).ToBeFocusedAsync();
            await page.Keyboard.PressAsync("Enter").Within();
            await Expect(rows.First).ToContainTextAsync("closed");
            await page.Keyboard.PressAsync("Enter").Within();
            await Expect(rows.First).ToContainTextAsync("t19999");
            await Expect(page.Locator("th[aria-sort=descending]")).ToHaveTextAsync("Target");
        });
    }

    /// <summary>The list changes all the time: whoever is on a target stays there, and comes back to it.</summary>
    [Fact]
    public async Task Target_ChosenByKeyboard_OpensAndIsLeftWhereItWas()
    {
        await using var host = await StartAsync();

        await PageVisit.MakeAsync(chromium, host.Http.BaseAddress!, async page =>
        {
            var name = page.GetByRole(AriaRole.Button, new() { Name = "t00002", Exact = true });
            await page.GetByRole(AriaRole.Button, new() { Name = "Target" }).ClickAsync();
            await name.FocusAsync().Within();
            await page.WaitForResponseAsync(response => response.Url.Contains("/api/v1/targets?")).Within();
            await page.GetByRole(AriaRole.Button, new() { Name = "Available" }).DispatchEventAsync("click").Within();
            await Expect(page.Locator("th[aria-sort=ascending]")).ToContainTextAsync("Available");
            await page.WaitForResponseAsync(response => response.Url.Contains("sort=availability")).Within();
            await Expect(name).ToBeFocusedAsync();

            await page.Keyboard.PressAsync("Enter").Within();
            await Expect(page.Locator("#details-title")).ToHaveTextAsync("tcp t00002");
            await page.Keyboard.PressAsync("Escape").Within();
            await Expect(page.Locator("#details")).ToBeHiddenAsync();
            await Expect(name).ToBeFocusedAsync();
        });
    }

    private async Task<ProberHost> StartAsync()
    {
        var closed = LoopbackPort.FindFree();
        File.WriteAllLines(_folder.Combine("probes.yaml"), [
            "tcp:",
            $"  - {{ name: closed, host: 127.0.0.1:{closed}, interval: 1s }}",
            .. Enumerable.Range(1, Count - 1).Select(number =>
                $"  - {{ name: t{number:00000}, host: 127.0.0.1:{closed}, interval: 24h, labels: {{ team: web }} }}"),
        ]);
        return await ProberHost.StartAsync("--config", _folder.Combine("probes.yaml"));
    }
}
