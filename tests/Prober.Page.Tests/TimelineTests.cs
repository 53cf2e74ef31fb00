using System.Text.Json;
using System.Text.RegularExpressions;
using Prober.Engine.Timelines;
using Prober.Features.History.Storage;
using Prober.Features.Maintenance;
using Prober.Tests;
using Storage.Sqlite;

namespace Prober.Page.Tests;

/// <summary>A target with a past: its timeline, and both pages as people see them.</summary>
public sealed class TimelineTests(Chromium chromium) : IDisposable
{
    private const long Hour = 3_600_000;
    private static readonly Dictionary<string, string> Labels = new() { ["team"] = "web" };
    private static readonly TargetKey Shop = new("tcp", "Shop");

    private readonly TempDirectory _folder = new("prober-page");

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Timeline_OfATarget_HatchesWhatIsUnknownAndShadesDoubt()
    {
        await using var host = await StartAsync();

        await PageVisit.MakeAsync(chromium, host.Http.BaseAddress!, async page =>
        {
            await OpenAsync(page);

            // Nobody watched before the first change, nor since the prober ended.
            var parts = page.Locator("#details [data-part=drawing] rect.part");
            await Expect(parts.First).ToHaveAttributeAsync("fill", "url(#hatch)");
            await Expect(page.Locator("#details [data-part=drawing] rect.part.unknown")).ToHaveCountAsync(2);
            await Expect(page.Locator("#details [data-part=drawing] rect.part.maintenance")).ToHaveCountAsync(1);
            (await page.Locator("#details rect.doubt").CountAsync()).ShouldBeGreaterThanOrEqualTo(2);
            await Expect(page.Locator("#details [data-part=drawing] svg")).ToHaveAttributeAsync("aria-label", new Regex("up, in doubt, "));
            await Expect(page.Locator("#details [data-part=availability]")).ToContainTextAsync("at most ");
            await Expect(page.Locator("#details [data-part=probes]")).ToContainTextAsync("since the prober's start");
            await Expect(page.Locator("#details [data-part=changes]")).ToContainTextAsync("The connection was refused.");
            await Expect(page.Locator("#details [data-part=corrections]")).ToContainTextAsync("The switch was replaced.");
        });
    }

    [Fact]
    public async Task Pages_AtAnyWidthAndInTheDark_FitAndCanBeRead()
    {
        await using var host = await StartAsync();

        foreach (var path in (string[])["/", "/status"])
        {
            await PageVisit.MakeAsync(chromium, new(host.Http.BaseAddress!, path), async page =>
            {
                await Expect(page.Locator("#targets tr[data-state]")).ToHaveCountAsync(2);
                await page.ShouldBeReadableAsync(path);
                if (path == "/")
                {
                    await OpenAsync(page);
                    await page.ShouldBeReadableAsync("with a timeline");
                }
            });
        }
    }

    [Fact]
    public async Task Status_OfALabel_ShowsNamesAndNoAddresses()
    {
        await using var host = await StartAsync();

        await PageVisit.MakeAsync(chromium, new(host.Http.BaseAddress!, "/status?label=team=web"), async page =>
        {
            await Expect(page.Locator("#targets tr[data-state]")).ToContainTextAsync(["Shop"]);
            await Expect(page.GetByRole(AriaRole.Status)).ToHaveTextAsync(new Regex(@"^Of 1: 1 (down|unknown)\.$"));
            (await page.InnerTextAsync("body").Within()).ShouldNotContain("127.0.0.1");
        });
    }

    [Fact]
    public async Task Availability_BetweenTwoPrintedValues_LiesWithinThePrintedBounds()
    {
        await using var host = await StartAsync();

        await PageVisit.MakeAsync(chromium, host.Http.BaseAddress!, async page =>
        {
            var printed = await page.EvaluateAsync<string[]>(
                """
                async () => {
                  const { availability } = await import("/page/parts.js");
                  return [
                    availability({ ratio: 1 / 3, lower: 0, upper: 1 / 3 }),
                    availability({ ratio: 2 / 3, lower: 2 / 3, upper: 1 }),
                    availability({ ratio: 0.75, lower: 0.75, upper: 0.75 }),
                  ];
                }
                """).Within();

            printed.Select(text => text.Replace('\u00a0', ' '))
                .ShouldBe(["33.333 %, at least 0.000 %", "66.666 %, at most 100.000 %", "75.000 %"]);
        });
    }

    private static async Task OpenAsync(IPage page)
    {
        await page.GetByRole(AriaRole.Button, new() { Name = "Shop", Exact = true }).ClickAsync();
        await Expect(page.Locator("#details")).ToBeVisibleAsync();
    }

    /// <summary>One target that was up and down in the last day, and a second one beside it.</summary>
    private async Task<ProberHost> StartAsync()
    {
        var now = TimeProvider.System.GetUtcNow().ToUnixTimeMilliseconds();
        await using (var file = HistoryFile.Open(new SqliteFileOptions { Path = _folder.Combine("prober.db") }, TimeProvider.System))
        {
            await file.WriteAsync(writer =>
            {
                writer.Watch(Shop, now - (20 * Hour), validity: 3000, labels: JsonSerializer.Serialize(Labels));
                writer.Change(Shop, new(now - (20 * Hour), TargetState.Up, 0, ""));
                writer.Change(Shop, new(now - (12 * Hour), TargetState.Down, Hour, "The connection was refused."));
                writer.Change(Shop, new(now - (9 * Hour), TargetState.Up, Hour / 2, ""));
                writer.Maintain("Patch", new(now - (6 * Hour), now - (5 * Hour)), $"{new TargetSelector([], [], Labels)}");
                writer.Correct(Shop, new(new(now - (11 * Hour), now - (10 * Hour)), TargetState.Up, "The switch was replaced."), now);
                writer.Live(now - (2 * Hour));
            }).Within();
        }

        var closed = LoopbackPort.FindFree();
        File.WriteAllText(_folder.Combine("probes.yaml"), $$"""
            tcp:
              - { name: Shop, host: "127.0.0.1:{{closed}}", interval: 24h, labels: { team: web } }
              - { name: {{new string('w', 120)}}, host: "127.0.0.1:{{closed}}", interval: 1s }

            """);
        return await ProberHost.StartAsync("--config", _folder.Combine("probes.yaml"), $"--Prober:DataDirectory={_folder.Path}");
    }
}
