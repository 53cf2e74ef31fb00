using System.Net;
using System.Text.Json.Nodes;
using Journal.Features.Page;

using Journal.Log.Proofs;
using Journal.Tests;
using Journal.Tests.Search;

namespace Journal.Page.Tests;

/// <summary>The page of <c>journal ui</c>, over HTTP and in a real browser.</summary>
public sealed class ReaderPageTests(Chromium chromium) : IAsyncDisposable
{
    private const string Hostile =
        "<14>Nov 22 10:00:00 web1 app: <img src=x onerror=\"document.title='broken'\"><script>document.title='broken'</script>";

    private readonly CancellationTokenSource _ending = new();
    private readonly SearchedJournal _journal = new();
    private readonly TaskCompletionSource<string> _started = new();
    private Task<int> _run = Task.FromResult(0);

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    public async ValueTask DisposeAsync()
    {
        await _ending.CancelAsync();
        await _run.Within();
        _ending.Dispose();
        _journal.Dispose();
    }

    [Fact]
    public async Task Page_WithoutTheTokenOrUnderAnotherName_GivesNothing()
    {
        var address = await StartAsync();
        using var http = new HttpClient { BaseAddress = address };

        using var page = await http.GetAsync("/", Token).Within();
        page.Headers.GetValues("Content-Security-Policy").Single().ShouldContain("default-src 'none'; script-src 'self'");
        using var search = await http.GetAsync("/api/search", Token).Within();
        search.StatusCode.ShouldBe(HttpStatusCode.Unauthorized);
        using var named = new HttpRequestMessage(HttpMethod.Get, "/") { Headers = { Host = "evil.example" } };
        using var misdirected = await http.SendAsync(named, Token).Within();
        misdirected.StatusCode.ShouldBe(HttpStatusCode.MisdirectedRequest);
        http.DefaultRequestHeaders.Authorization = new("Bearer", address.Fragment[1..]);
        var found = JsonNode.Parse(await http.GetStringAsync("/api/search?text=line&from=yesterday&host=web*", Token).Within())!;
        found["lines"]!.AsArray().Select(line => ((long)line!["sequence"]!, (bool)line["proven"]!)).ShouldBe([(1, true), (0, true)]);
        found["histogram"]!["counts"]!.AsArray().Sum(count => (int)count!).ShouldBe(2);
        using var wrong = await http.GetAsync("/api/search?from=soon", Token).Within();
        (wrong.StatusCode, (await wrong.Content.ReadAsStringAsync(Token)).Contains("neither a sequence", StringComparison.Ordinal))
            .ShouldBe((HttpStatusCode.BadRequest, true));
        using var expression = await http.GetAsync("/api/search?text=%28&regex=true", Token).Within();
        expression.StatusCode.ShouldBe(HttpStatusCode.BadRequest);
    }

    /// <summary>Bytes that are no text, a mark that turns the order of letters, and lines without a severity.</summary>
    [Fact]
    public async Task Search_WhatAPersonCannotRead_IsSaid()
    {
        var address = await StartAsync();
        await _journal.WriteAsync(["plain \u202e\u001b[31m\u0000", "two\nlines"]);
        using var http = new HttpClient { BaseAddress = address };
        http.DefaultRequestHeaders.Authorization = new("Bearer", address.Fragment[1..]);

        async Task<JsonNode> Found(string query) =>
            JsonNode.Parse(await http.GetStringAsync($"/api/search?{query}", Token).Within())!;

        ((string?)(await Found("text=plain"))["lines"]![0]!["text"]).ShouldBe("plain \\u{202E}\\x1B[31m\\x00");
        ((string?)(await Found("text=two"))["lines"]![0]!["text"]).ShouldBe("two\nlines");
        ((string?)(await Found("severity=7"))["summary"]).ShouldBe("3 lines. 2 more without a severity left out.");
        ((string?)(await Found("text=two"))["summary"]).ShouldBe("1 line.");
        ((string?)(await Found("text=nowhere"))["summary"]).ShouldBe("0 lines.");
    }

    [Theory]
    [InlineData(360, ColorScheme.Dark)]
    [InlineData(1200, ColorScheme.Light)]
    public async Task Page_InABrowser_SearchesFollowsAndProves(int width, ColorScheme scheme)
    {
        var browser = await chromium.StartAsync();
        var address = await StartAsync();
        await using var context = await browser.NewContextAsync(new()
        {
            ViewportSize = new() { Width = width, Height = 800 },
            ColorScheme = scheme,
        }).Within();
        var page = await context.NewPageAsync().Within();
        var complaints = new List<string>();
        page.Console += (_, message) => complaints.Add(message.Text);
        page.PageError += (_, error) => complaints.Add(error);
        await page.GotoAsync($"{address}").Within();
        var lines = page.Locator("#lines li");
        await Expect(lines).ToHaveCountAsync(3).Within();
        await Expect(lines.First).ToContainTextAsync("<img src=x").Within(); // as text
        (await page.TitleAsync()).ShouldBe("Journal");
        (await page.EvaluateAsync<bool>("document.documentElement.scrollWidth <= innerWidth").Within()).ShouldBeTrue();

        await page.Keyboard.PressAsync("Escape");
        await page.FillAsync("#text", "line 1");
        await page.Keyboard.PressAsync("Enter");
        await Expect(lines).ToHaveCountAsync(1).Within();
        await page.FillAsync("#text", "");
        await Expect(page.Locator("#fields")).ToContainTextAsync("severity: info").Within();
        await page.ClickAsync("#fields button >> text=app: sshd");
        await Expect(lines).ToHaveCountAsync(2).Within();
        await lines.First.FocusAsync();
        await page.Keyboard.PressAsync("j");
        await page.Keyboard.PressAsync("p");
        await Expect(page.Locator("#proof-title")).ToHaveTextAsync("Proof of record 0").Within();
        RecordProof.Parse(await page.Locator("#proof-text").TextContentAsync() ?? "").Check(_journal.Folder.ReadVerifier(), out _)
            .ShouldNotBeNull();
        await page.Keyboard.PressAsync("Escape");
        await page.CheckAsync("#live");
        await _journal.WriteAsync(["<14>Nov 22 10:00:00 web1 sshd: a new line"]);
        await Expect(lines.First).ToContainTextAsync("a new line").Within();
        complaints.ShouldBeEmpty();
    }

    private async Task<Uri> StartAsync()
    {
        await _journal.WriteAsync([.. Enumerable.Range(0, 2).Select(number => $"<14>Nov 22 10:00:00 web1 sshd: line {number}"), Hostile]);
        var page = new ReaderPage(_journal.Folder, JournalHost.Reader, null, _journal.Folder.Indexes, TimeProvider.System);
        _run = Task.Run(async () =>
        {
            using (page)
            {
                return await page.RunAsync(0, _started.SetResult, _ending.Token);
            }
        }, Token);
        return new(await _started.Task.Within());
    }
}
