using System.Net;
using Sigma.Streams.Tests;

namespace Sigma.Streams.Page.Tests;

/// <summary>Rules are put, tried, edited and removed by keyboard, and nothing that a rule or an event says becomes markup.</summary>
public sealed class EditingPageTests(Chromium chromium) : IDisposable
{
    private const string Id = "7b2c1d3e-0009-4a5b-9c8d-1e2f3a4b5c6d";
    private const string FirstId = "7b2c1d3e-0001-4a5b-9c8d-1e2f3a4b5c6d";
    private const string Markup = "<img src=x onerror=alert(1)>";

    private static readonly string Rule =
        $"title: '{Markup}'\nid: {Id}\nlogsource: {{ product: test }}\n"
        + $"detection: {{ s: {{ action|contains: '{Markup}' }}, condition: s }}\n";

    private readonly TempDirectory _folder = new("sigma-edit");

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    private string Rules => _folder.Combine("rules");

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Editor_ByKeyboard_TriesSavesEditsAndRemovesARule()
    {
        await using var host = await StartAsync();

        await PageVisit.MakeAsync(chromium, host.Http.BaseAddress!, async page =>
        {
            var said = page.Locator("#said");
            await page.GetByRole(AriaRole.Button, new() { Name = "New rule" }).FocusAsync().Within();
            await page.Keyboard.PressAsync("Enter").Within();
            await Expect(page.GetByLabel("The rule, in YAML")).ToBeFocusedAsync();
            await page.GetByLabel("The rule, in YAML").FillAsync(Rule).Within();
            await page.GetByLabel("Events to try").FillAsync($$"""[{"action":"{{Markup}}"},{"action":"other"}]""").Within();

            await page.GetByRole(AriaRole.Button, new() { Name = "Try" }).PressAsync("Enter").Within();
            await Expect(said).ToHaveTextAsync("2 events tried; 1 fire.");
            await Expect(page.Locator("#tried li").First).ToContainTextAsync($"action={Markup}");
            await Expect(page.Locator("#tried li").Nth(1)).ToContainTextAsync("no rule fires");
            await page.GetByText("Why, event 1").PressAsync("Enter").Within();
            await Expect(page.Locator("#tried pre").Nth(1)).ToContainTextAsync("saw \"other\"");
            await page.ShouldBeReadableAsync("with a tried rule");

            await page.GetByRole(AriaRole.Button, new() { Name = "Save" }).PressAsync("Enter").Within();
            await Expect(said).ToHaveTextAsync("The rule was added, and is in use.");
            await Expect(page.Locator("#rules tr")).ToHaveCountAsync(2);
            await page.GetByLabel("The rule, in YAML").PressAsync("Escape").Within();
            await Expect(page.Locator("#editor")).ToBeHiddenAsync();

            await page.GetByRole(AriaRole.Button, new() { Name = $"Edit {Markup}" }).PressAsync("Enter").Within();
            await Expect(page.GetByLabel("The rule, in YAML")).ToHaveValueAsync(Rule);
            await page.GetByLabel("The rule, in YAML").FillAsync(Rule.Replace("tion: s", "tion: t", StringComparison.Ordinal)).Within();
            await page.GetByRole(AriaRole.Button, new() { Name = "Save" }).PressAsync("Enter").Within();
            await Expect(said).ToContainTextAsync("The rule was not written");

            await page.GetByRole(AriaRole.Button, new() { Name = "Remove" }).PressAsync("Enter").Within();
            await Expect(page.Locator("#rules tr")).ToHaveCountAsync(1);
            (await page.Locator("img").CountAsync().Within()).ShouldBe(0);
        }, refusal: (int)HttpStatusCode.BadRequest);

        Directory.GetFiles(Rules).ShouldHaveSingleItem();
    }

    [Fact]
    public async Task Editor_WithTheIdOfAnotherRule_ReplacesNeither()
    {
        await using var host = await StartAsync();

        await PageVisit.MakeAsync(chromium, host.Http.BaseAddress!, async page =>
        {
            var (said, text) = (page.Locator("#said"), page.GetByLabel("The rule, in YAML"));
            var save = page.GetByRole(AriaRole.Button, new() { Name = "Save" });
            await page.GetByRole(AriaRole.Button, new() { Name = "New rule" }).ClickAsync().Within();
            await text.FillAsync(Rule.Replace(Id, FirstId, StringComparison.Ordinal)).Within();
            await save.ClickAsync().Within();
            await Expect(said).ToContainTextAsync($"first.yml has the id {FirstId} already.");

            await text.FillAsync(Rule).Within();
            await save.ClickAsync().Within();
            await Expect(said).ToHaveTextAsync("The rule was added, and is in use.");
            await text.FillAsync(Rule.Replace(Id, FirstId, StringComparison.Ordinal)).Within();
            await save.ClickAsync().Within();
            await Expect(said).ToContainTextAsync("has the same id");
        }, refusal: (int)HttpStatusCode.PreconditionFailed, another: (int)HttpStatusCode.BadRequest);

        (await File.ReadAllTextAsync(Path.Combine(Rules, "first.yml"), Cancellation)).ShouldStartWith("title: First");
    }

    [Fact]
    public async Task Editor_WithAKeyThatMayOnlyRead_SaysThatItMayNot()
    {
        using var keys = new ClientKeys();
        var reader = keys.Add("Ada", ["read"]);
        await using var host = await StartAsync($"--Sigma:Keys={keys.File}");

        await PageVisit.MakeAsync(
            chromium,
            host.Http.BaseAddress!,
            async page =>
            {
                await SignIn.EnterAsync(page, reader, page.Locator("#rules tr"));
                await page.GetByRole(AriaRole.Button, new() { Name = "New rule" }).ClickAsync().Within();
                await page.GetByLabel("The rule, in YAML").FillAsync(Rule).Within();
                await page.GetByRole(AriaRole.Button, new() { Name = "Save" }).ClickAsync().Within();
                await Expect(page.Locator("#said")).ToContainTextAsync("admin");
            },
            refusal: (int)HttpStatusCode.Unauthorized,
            another: (int)HttpStatusCode.Forbidden);

        Directory.GetFiles(Rules).ShouldHaveSingleItem();
    }

    private async Task<SigmaHost> StartAsync(params string[] more)
    {
        Directory.CreateDirectory(Rules);
        await File.WriteAllTextAsync(
            Path.Combine(Rules, "first.yml"),
            $"title: First\nid: {FirstId}\nlogsource: {{ product: test }}\n"
                + "detection: { s: { a: 1 }, condition: s }\n",
            Cancellation);
        return await SigmaHost.StartAsync(_folder, ["--rules", Rules, "--source", "http", .. more]);
    }
}
