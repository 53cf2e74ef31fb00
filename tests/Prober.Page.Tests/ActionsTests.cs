using System.Text.Json;
using System.Text.RegularExpressions;
using Prober.Engine.Timelines;
using Prober.Features.History.Storage;
using Prober.Tests;
using Storage.Sqlite;

namespace Prober.Page.Tests;

/// <summary>What a person does about a target from the page, and the address of what is shown.</summary>
public sealed class ActionsTests(Chromium chromium) : IDisposable
{
    private const long Hour = 3_600_000;
    private static readonly TargetKey Shop = new("tcp", "Shop");

    private readonly TempDirectory _folder = new("prober-acts");

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Silence_WithTheKeyboardOnly_IsKeptAndShown()
    {
        await using var host = await StartAsync();

        await PageVisit.MakeAsync(chromium, host.Http.BaseAddress!, async page =>
        {
            await Expect(page.Locator("#targets tr")).ToHaveCountAsync(1);
            await TabToAsync(page, "[data-part=name]");
            await page.Keyboard.PressAsync("Enter");
            await Expect(page.Locator("#details")).ToBeVisibleAsync();
            await TabToAsync(page, "form[data-action=silence] select");
            await page.Keyboard.PressAsync("ArrowDown");
            await TabToAsync(page, "form[data-action=silence] input");
            await page.Keyboard.TypeAsync("Ada moves it");
            await page.Keyboard.PressAsync("Enter");
            await Expect(page.Locator("#acted")).ToHaveTextAsync("The silence is set.");
            await Expect(page.Locator("#details [data-part=now]")).ToHaveTextAsync(new Regex("silent until .*; \"Ada moves it\"$"));
            await page.Keyboard.PressAsync("Escape");

            await Expect(page.Locator("#details")).ToBeHiddenAsync();
            await Expect(page.Locator("#targets [data-part=last]")).ToContainTextAsync("silent until ");
        });
    }

    [Fact]
    public async Task Acknowledge_AndCorrect_TellWhatWasDoneAndWhatWasWrong()
    {
        await using var host = await StartAsync();

        await PageVisit.MakeAsync(chromium, host.Http.BaseAddress!, async page =>
        {
            await page.GetByRole(AriaRole.Button, new() { Name = "Shop", Exact = true }).ClickAsync();
            await page.Locator("form[data-action=acknowledge] input").FillAsync("<b>Ada</b> looks");
            await page.GetByRole(AriaRole.Button, new() { Name = "Acknowledge" }).ClickAsync();
            await Expect(page.Locator("#acted")).ToHaveTextAsync("Acknowledged.");

            var form = page.Locator("form[data-action=corrections]");
            await form.Locator("[name=from]").FillAsync("2020-01-01T00:00");
            await form.Locator("[name=to]").FillAsync("2199-01-01T00:00");
            await form.Locator("[name=note]").FillAsync("a mistyped year");
            await page.GetByRole(AriaRole.Button, new() { Name = "Correct", Exact = true }).ClickAsync();
            await Expect(page.Locator("#acted")).ToContainTextAsync("'to' must not be in the future");
            await form.Locator("[name=to]").FillAsync("2020-01-01T01:00");
            await page.GetByRole(AriaRole.Button, new() { Name = "Correct", Exact = true }).ClickAsync();
            await Expect(page.Locator("#acted")).ToHaveTextAsync("The correction is kept.");
        }, refusal: 400);
    }

    [Theory]
    [InlineData("24h", "24 hours")]
    [InlineData("7d", "7 days")]
    [InlineData("30d", "30 days")]
    [InlineData("forever", "24 hours")]
    public async Task Address_OfATargetAndASpan_OpensThem(string span, string words)
    {
        await using var host = await StartAsync();

        await PageVisit.MakeAsync(chromium, new(host.Http.BaseAddress!, $"/?kind=tcp&name=Shop&span={span}"), async page =>
        {
            await Expect(page.Locator("#details")).ToBeVisibleAsync();
            await Expect(page.Locator("#details [data-part=span]")).ToHaveTextAsync(words);
            await Expect(page.Locator("#details .bars rect")).ToHaveCountAsync(90);
            await Expect(page.Locator("#details .curve")).ToHaveAttributeAsync("aria-label",
                new Regex("^Response time: at most 40.0 ms; "));
            await Expect(page.Locator("#details [data-part=labels]")).ToHaveTextAsync("team=web");
            await page.GetByRole(AriaRole.Button, new() { Name = "7 days" }).ClickAsync();
            await Expect(page).ToHaveURLAsync(new Regex("kind=tcp&name=Shop&span=7d$"));
        });
    }

    /// <summary>A button without a name is none for those who do not see it; of a job counts how long it may be silent.</summary>
    [Fact]
    public async Task List_OddTargets_SayWhatTheyAre()
    {
        File.WriteAllText(
            _folder.Combine("probes.yaml"),
            "tcp: [{ name: ' ', host: '127.0.0.1:9', interval: 24h }]\npush: [{ name: Job, token: 0123456789abcdef, interval: 25h }]\n");
        await using var host = await ProberHost.StartAsync(
            "--config", _folder.Combine("probes.yaml"), $"--Prober:DataDirectory={_folder.Path}");

        await PageVisit.MakeAsync(chromium, host.Http.BaseAddress!, async page =>
        {
            await Expect(page.GetByRole(AriaRole.Button, new() { Name = "(a blank name)" })).ToBeVisibleAsync();
            await Expect(page.Locator("#targets")).ToContainTextAsync("push, silent for 25 h at most");
            await page.ShouldPassAxeAsync("a blank name");
        });
    }

    /// <summary>Presses Tab until the focus is there; each step is one that a person makes.</summary>
    private static async Task TabToAsync(IPage page, string selector)
    {
        for (var i = 0; i < 60; i++)
        {
            await page.Keyboard.PressAsync("Tab");
            if (await page.EvaluateAsync<bool>("wanted => document.activeElement.matches(wanted)", selector))
            {
                return;
            }
        }

        Assert.Fail($"Tab does not lead to {selector}.");
    }

    /// <summary>A target with a history of 40 days.</summary>
    private async Task<ProberHost> StartAsync()
    {
        var now = TimeProvider.System.GetUtcNow().ToUnixTimeMilliseconds();
        await using (var file = HistoryFile.Open(new SqliteFileOptions { Path = _folder.Combine("prober.db") }, TimeProvider.System))
        {
            await file.WriteAsync(writer =>
            {
                writer.Watch(Shop, now - (40 * 24 * Hour), validity: 3000, labels: JsonSerializer.Serialize(new { team = "web" }));
                writer.Change(Shop, new(now - (40 * 24 * Hour), TargetState.Up, 0, ""));
                writer.Change(Shop, new(now - (50 * Hour), TargetState.Down, Hour, "The connection was refused."));
                writer.Change(Shop, new(now - (48 * Hour), TargetState.Up, 0, ""));
                for (var hour = 1; hour < 100; hour++)
                {
                    writer.AddHours(Shop, new(now - (now % Hour) - (hour * Hour), 60, 0, 0, 0, 0, 0, 60 * 20_000 * (hour % 2 + 1) / 2,
                        40_000));
                }

                writer.Live(now - (2 * Hour));
            }).Within();
        }

        File.WriteAllText(
            _folder.Combine("probes.yaml"), "tcp: [{ name: Shop, host: '127.0.0.1:9', interval: 24h, labels: { team: web } }]");
        return await ProberHost.StartAsync("--config", _folder.Combine("probes.yaml"), $"--Prober:DataDirectory={_folder.Path}");
    }
}
