using System.Net;
using System.Net.Http.Json;
using Prober.Tests;

namespace Prober.Page.Tests;

/// <summary>The public status page, and the people who write on it.</summary>
public sealed class StatusTests(Chromium chromium) : IDisposable
{
    private const string Markup = "<b>We</b> look into it.<script>document.title='x'</script>";
    private readonly TempDirectory _folder = new("prober-status");

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Status_WithGroupsAndIncidents_IsReadableAndShowsMarkupAsText()
    {
        await using var host = await StartAsync();
        await WriteAsync(host, "/api/v1/incidents", new { title = "The <i>shop</i> is slow", text = Markup });
        await WriteAsync(host, "/api/v1/incidents", new { title = "The mail was late", text = "A queue was full.", state = "resolved" });

        await PageVisit.MakeAsync(chromium, new(host.Http.BaseAddress!, "/status#incident-1"), async page =>
        {
            await Expect(page.Locator("#targets .group h2")).ToContainTextAsync(["Web"]);
            await Expect(page.Locator("#targets tr[data-state]")).ToHaveCountAsync(2);
            await Expect(page.Locator("#targets .days svg")).ToHaveCountAsync(3);
            await Expect(page.Locator("#open .incident h3")).ToHaveTextAsync("The <i>shop</i> is slow");
            await Expect(page.Locator("#open .incident p")).ToHaveTextAsync(Markup);
            await Expect(page.Locator("#past .incident h3")).ToHaveTextAsync("The mail was late");
            (await page.InnerTextAsync("body").Within()).ShouldNotContain("127.0.0.1");
            await page.ShouldBeReadableAsync("status with incidents");
        });
    }

    [Fact]
    public async Task Incident_WrittenWithTheKeyboardAndAKey_IsOnTheStatusPage()
    {
        using var keys = new ClientKeys();
        var key = keys.Add("Ada", ["read", "admin"]);
        await using var host = await StartAsync($"--Prober:Keys={keys.File}", "--Prober:PublicStatus=true");

        await PageVisit.MakeAsync(chromium, host.Http.BaseAddress!, async page =>
        {
            await page.Locator("#sign-in-key").FillAsync(key).Within();
            await page.Keyboard.PressAsync("Enter");
            await Expect(page.Locator("#targets tr[data-state]")).Not.ToHaveCountAsync(0);
            await page.Locator("#incidents summary").FocusAsync().Within();
            await page.Keyboard.PressAsync("Enter");
            await page.Keyboard.PressAsync("Tab"); // the link
            await page.Keyboard.PressAsync("Tab");
            await page.Keyboard.TypeAsync("The shop is slow");
            await page.Keyboard.PressAsync("Tab");
            await page.Keyboard.TypeAsync("We look into it.");
            await page.Keyboard.PressAsync("Tab");
            await page.Keyboard.PressAsync("Tab");
            await page.Keyboard.PressAsync("Enter");
            await Expect(page.Locator("#told")).ToHaveTextAsync("It is on the status page.");
            await page.ShouldBeReadableAsync("incidents");

            // The status page asks for no key.
            await page.GotoAsync($"{host.Http.BaseAddress}status").Within();
            await Expect(page.Locator("#open .incident h3")).ToHaveTextAsync("The shop is slow");
        }, refusal: (int)HttpStatusCode.Unauthorized);
    }

    [Fact]
    public async Task Silence_WhereKeysAreSet_NeedsOneWithTheScopeAdmin()
    {
        using var keys = new ClientKeys();
        var (reader, admin) = (keys.Add("Bob", ["read"]), keys.Add("Ada", ["read", "admin"]));
        await using var host = await StartAsync($"--Prober:Keys={keys.File}");

        foreach (var (key, said) in new[] { (reader, "admin"), (admin, "The silence is set.") })
        {
            await PageVisit.MakeAsync(chromium, host.Http.BaseAddress!, async page =>
            {
                await page.Locator("#sign-in-key").FillAsync(key).Within();
                await page.Keyboard.PressAsync("Enter");
                await page.GetByRole(AriaRole.Button, new() { Name = "Shop", Exact = true }).ClickAsync();
                await page.GetByRole(AriaRole.Button, new() { Name = "Silence" }).ClickAsync();
                await Expect(page.Locator("#acted")).ToContainTextAsync(said);
            }, refusal: (int)HttpStatusCode.Unauthorized, another: (int)HttpStatusCode.Forbidden);
        }
    }

    private static async Task WriteAsync(ProberHost host, string path, object body)
    {
        using var answer = await host.Http.PostAsJsonAsync(path, body, TestContext.Current.CancellationToken).Within();
        answer.StatusCode.ShouldBe(HttpStatusCode.Created);
    }

    private Task<ProberHost> StartAsync(params string[] arguments)
    {
        File.WriteAllText(_folder.Combine("probes.yaml"), $$"""
            tcp:
              - { name: Shop, host: "127.0.0.1:{{LoopbackPort.FindFree()}}", interval: 1s }
              - { name: Mail, host: "127.0.0.1:{{LoopbackPort.FindFree()}}", interval: 24h }
            group:
              - { name: Web, members: [Shop] }
            """);
        return ProberHost.StartAsync(["--config", _folder.Combine("probes.yaml"), .. arguments]);
    }
}
