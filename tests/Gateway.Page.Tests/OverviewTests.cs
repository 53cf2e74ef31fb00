using System.Net;
using System.Text;
using System.Text.RegularExpressions;

namespace Gateway.Page.Tests;

/// <summary>The page at <c>/</c>: one view that links verdicts, alerts, availability, and the journal with its proofs.</summary>
public sealed class OverviewTests : IDisposable
{
    private const string Sha256 = "275a021bbfb6489e54d471899f7db9d1663fc695ec2fe2a2c4538aabf651fd0f";

    private readonly Chromium _chromium;
    private readonly HttpListener _systems = new();
    private readonly Uri _address = new($"http://127.0.0.1:{LoopbackPort.FindFree()}/");

    public OverviewTests(Chromium chromium)
    {
        _chromium = chromium;
        _systems.Prefixes.Add(_address.ToString());
        _systems.Start();
        _ = AnswerAsync();
    }

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    public void Dispose() => _systems.Close();

    [Fact]
    public async Task Page_WithAllSystems_LinksVerdictsAndAlertsToTheirProofsAndFitsAnyWidth()
    {
        await using var analyzer = await AnalyzerBackend.StartAsync();
        await using var gateway = await StartAsync(analyzer, "SigmaUrl", "ProberUrl", "JournalUrl", "JournalReaderUrl");

        await PageVisit.MakeAsync(_chromium, gateway.Http1, async page =>
        {
            var proof = page.Locator("#verdicts a");
            await Expect(proof).ToHaveCountAsync(1);
            var href = (await proof.GetAttributeAsync("href").Within())!;
            href.ShouldStartWith($"{_address}?text=");
            href.ShouldEndWith("&prove=");
            href.Split(['=', '&'])[1].Length.ShouldBe(64);
            await Expect(page.Locator("#alerts a")).ToHaveAttributeAsync("href", $"{_address}?text={Sha256}&prove=");
            await Expect(page.Locator("#alerts tr")).ToHaveCountAsync(2);
            await Expect(page.Locator("#targets tr")).ToHaveCountAsync(2);
            await Expect(page.Locator("#proven")).ToHaveAttributeAsync("href", $"{_address}log/checkpoint");
            await Expect(page.Locator("#proven")).ToContainTextAsync("Proven up to frame 42");
            foreach (var heading in (string[])["alerts-title", "targets-title", "proven-title"])
            {
                await Expect(page.Locator($"#{heading} a")).ToHaveAttributeAsync("href", _address.ToString().TrimEnd('/'));
            }

            await page.ShouldBeReadableAsync("all systems");
        });
    }

    [Fact]
    public async Task Page_ByKeyboard_ReachesTheProof()
    {
        await using var analyzer = await AnalyzerBackend.StartAsync();
        await using var gateway = await StartAsync(analyzer, "JournalUrl", "JournalReaderUrl");

        await PageVisit.MakeAsync(_chromium, gateway.Http1, async page =>
        {
            var proof = page.Locator("#verdicts a");
            await Expect(proof).ToHaveCountAsync(1);
            for (var presses = 0; presses < 30 && !await IsFocusedAsync(proof); presses++)
            {
                await page.Keyboard.PressAsync("Tab").Within();
            }

            (await IsFocusedAsync(proof)).ShouldBeTrue("Tab leads to the link");
            await Expect(proof).ToHaveAccessibleNameAsync(new Regex("^Proof of the record about [0-9a-f]{64}$"));
        });

        static Task<bool> IsFocusedAsync(ILocator link) =>
            link.EvaluateAsync<bool>("(element) => element === document.activeElement").Within();
    }

    [Fact]
    public async Task Page_WithoutAReader_ShowsTheSameWithoutLinks()
    {
        await using var analyzer = await AnalyzerBackend.StartAsync();
        await using var gateway = await StartAsync(analyzer, "SigmaUrl");

        await PageVisit.MakeAsync(_chromium, gateway.Http1, async page =>
        {
            await Expect(page.Locator("#alerts tr")).ToHaveCountAsync(2);
            await Expect(page.Locator("#verdicts td").Last).ToHaveTextAsync(new Regex("^[0-9a-f]{64}$"));
            await Expect(page.Locator("#verdicts a, #alerts a")).ToHaveCountAsync(0);
            await Expect(page.Locator("#journal")).ToBeHiddenAsync();
            await page.ShouldBeReadableAsync("without a reader");
        });
    }

    /// <summary>A gateway that knows one file.</summary>
    private async Task<GatewayHost> StartAsync(AnalyzerBackend analyzer, params string[] neighbours)
    {
        var gateway = await GatewayHost.StartAsync(
            [analyzer.Http2], [.. neighbours.Select(name => $"{name}={_address.ToString().TrimEnd('/')}")]);
        using var http = new HttpClient { BaseAddress = gateway.Http1 };
        using var answer = await http.PostAsync("/v1/files", new ByteArrayContent("%PDF-1.4\n%%EOF\n"u8.ToArray()), Token).Within();
        answer.EnsureSuccessStatusCode();
        return gateway;
    }

    private async Task AnswerAsync()
    {
        try
        {
            while (true)
            {
                var context = await _systems.GetContextAsync();
                var text = context.Request.Url!.AbsolutePath switch
                {
                    "/v1/alerts" =>
                        $$"""
                        {"alerts":[
                        {"number":2,"alert":{"id":"a2","rule":{"title":"A client sent a malicious file","level":"high"},
                          "time":"2026-11-27T01:00:00Z","fields":{"trace":"0af7","target":"{{Sha256}}" } } },
                        {"number":1,"alert":{"id":"a1","rule":{"title":"A server is down"},"fields":{"target.name":"journal" } } } ]}
                        """,
                    "/api/v1/targets" =>
                        """
                        {"targets":[
                        {"kind":"http","name":"journal","state":"down","availability":{"ratio":0.98765}},
                        {"kind":"tls","name":"gateway's certificate","state":"unknown","availability":{"ratio":null}}]}
                        """,
                    _ => "log.example\n42\nroot=\n",
                };
                context.Response.Close(Encoding.UTF8.GetBytes(text), willBlock: false);
            }
        }
        catch (Exception exception) when (exception is ObjectDisposedException or HttpListenerException)
        {
            // The test is over.
        }
    }
}
