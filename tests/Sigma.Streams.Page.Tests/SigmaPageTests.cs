using System.Net;
using Sigma.Streams.Tests;

namespace Sigma.Streams.Page.Tests;

/// <summary>The page with alerts, rules that fired, rules that cannot, and a document that was refused, as people see it.</summary>
public sealed class SigmaPageTests(Chromium chromium) : IDisposable
{
    private const string Rules =
        """
        title: Failed login
        id: 5a1c7f2e-7a5d-4a52-9b0c-52f4f4a5e101
        name: failed
        level: medium
        logsource: { product: test }
        detection: { s: { action: failed }, condition: s }
        ---
        title: A program with a title that is far longer than the space that a narrow window has for it, LLLLLLLLLLLLLLLLLLLLLLLLLLLLLL
        id: 5a1c7f2e-7a5d-4a52-9b0c-52f4f4a5e102
        level: critical
        logsource: { product: test }
        detection: { s: { command|contains: calc }, condition: s }
        ---
        title: A field that never comes
        id: 5a1c7f2e-7a5d-4a52-9b0c-52f4f4a5e103
        level: informational
        logsource: { product: test }
        detection: { s: { neverSeen: x }, condition: s }
        ---
        title: Guessing
        id: 5a1c7f2e-7a5d-4a52-9b0c-52f4f4a5e104
        level: high
        correlation:
          type: event_count
          rules: [failed]
          generate: true
          group-by: [user]
          timespan: 1h
          condition: { gte: 3 }
        """;

    private readonly TempDirectory _folder = new("sigma-page");

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Page_WithAllThatItShows_FitsAndCanBeReadAtAnyWidthAndInTheDark()
    {
        await using var host = await StartAsync();
        await PostAsync(host);

        await PageVisit.MakeAsync(chromium, host.Http.BaseAddress!, async page =>
        {
            // Six failed logins, two of programs, and one of guessing.
            await Expect(page.Locator("#alerts li")).ToHaveCountAsync(9);
            await Expect(page.Locator("#rules tr")).ToHaveCountAsync(4);
            await Expect(page.Locator("#problems li")).ToHaveCountAsync(1);
            await Expect(page.Locator("#counts")).ToHaveTextAsync("4 in use, 1 cannot fire on what came");
            await Expect(page.Locator("#rules tr").First).ToContainTextAsync("Failed login");
            await page.ShouldBeReadableAsync("with alerts");
        });
    }

    [Fact]
    public async Task Page_OpenWhileEventsCome_ShowsAlertsAndCountsByItself()
    {
        await using var host = await StartAsync();

        await PageVisit.MakeAsync(chromium, host.Http.BaseAddress!, async page =>
        {
            await Expect(page.GetByRole(AriaRole.Status)).ToContainTextAsync("connected");
            await Expect(page.Locator("#none")).ToBeVisibleAsync();
            await page.ShouldPassAxeAsync("without alerts");

            await PostAsync(host);

            await Expect(page.Locator("#alerts li")).ToHaveCountAsync(9);
            await Expect(page.Locator("#none")).ToBeHiddenAsync();
            await Expect(page.Locator("#alerts li[data-level=critical]").Last).ToContainTextAsync("command=calc.exe");
            await Expect(page.Locator("#rules tr").First.Locator("[data-part=matches]")).ToHaveTextAsync("6");
        });
    }

    [Fact]
    public async Task Rules_SearchedByKeyboard_AreThoseWithTheWordsOrThatCannotFire()
    {
        await using var host = await StartAsync();
        await PostAsync(host);

        await PageVisit.MakeAsync(chromium, host.Http.BaseAddress!, async page =>
        {
            var rows = page.Locator("#rules tr");
            await Expect(rows).ToHaveCountAsync(4);

            await page.GetByLabel("Search").FocusAsync().Within();
            await page.Keyboard.TypeAsync("high GUESS").Within();
            await Expect(rows).ToHaveCountAsync(1);
            await Expect(rows).ToContainTextAsync(["Guessing correlation"]);

            await page.GetByLabel("Search").FillAsync("").Within();
            await page.Keyboard.PressAsync("Tab").Within();
            await page.Keyboard.PressAsync("Space").Within();
            await Expect(rows).ToHaveCountAsync(1);
            await Expect(rows).ToContainTextAsync(["A field that never comes cannot fire on what came"]);
        });
    }

    [Fact]
    public async Task SignIn_WithAKey_ShowsAlertsAndThoseThatCome()
    {
        using var keys = new ClientKeys();
        var (reader, sender) = (keys.Add("Ada", ["read"]), keys.Add("daemon", ["submit"]));
        await using var host = await StartAsync($"--Sigma:Keys={keys.File}");
        host.Http.DefaultRequestHeaders.Add("x-api-key", sender);
        await PostAsync(host);

        await PageVisit.MakeAsync(
            chromium,
            host.Http.BaseAddress!,
            async page =>
            {
                await SignIn.EnterAsync(page, reader, page.Locator("#alerts li"));
                await Expect(page.GetByRole(AriaRole.Status)).ToContainTextAsync("connected: alerts");
                await PostAsync(host);
                await Expect(page.Locator("#alerts li")).Not.ToHaveCountAsync(9);
                await Expect(page.Locator("#rules tr").First.Locator("[data-part=matches]")).ToHaveTextAsync("12");
            },
            refusal: (int)HttpStatusCode.Unauthorized);
    }

    private async Task<SigmaHost> StartAsync(params string[] more)
    {
        Directory.CreateDirectory(_folder.Combine("rules"));
        await File.WriteAllTextAsync(_folder.Combine("rules", "rules.yml"), Rules, Cancellation);
        await File.WriteAllTextAsync(
            _folder.Combine("rules", "broken.yml"),
            "title: Broken\nlogsource: { product: test }\ndetection: { s: { a|nosuchmodifier: b }, condition: s }\n", Cancellation);
        return await SigmaHost.StartAsync(
            _folder,
            [
                "--rules", _folder.Combine("rules"), "--source", "http", "--sink", "file",
                $"--Sigma:File:Output={_folder.Combine("alerts.ndjson")}", .. more,
            ]);
    }

    private static async Task PostAsync(SigmaHost host)
    {
        string[] events =
        [
            .. Enumerable.Range(0, 6).Select(i => $$"""{"action":"failed","user":"user-{{i / 4}}-{{new string('u', 100)}}"}"""),
            """{"command":"calc.exe","path":"C:\\Windows\\System32"}""",
            """{"command":"<b>calc</b>"}""",
            """{"action":"fine"}""",
        ];
        var (status, answer) = await host.PostAsync(string.Join('\n', events) + "\n");
        status.ShouldBe(200);
        ((int)answer["accepted"]!).ShouldBe(events.Length);
    }
}
