using System.Collections.Concurrent;
using System.Text.RegularExpressions;
using Api.Tests.Hosts;

namespace Api.Tests.Pages;

/// <summary>The description of each host as a page, and the pages of the journal and the gateway, in a real browser.</summary>
[Trait("Category", "EndToEnd")]
public sealed class PageTests(DescribedHosts hosts, Chromium chromium)
{
    [Theory]
    [MemberData(nameof(DescribedHosts.Names), MemberType = typeof(DescribedHosts))]
    public Task Docs_OfAHost_ShowItsOperations(string host) => VisitAsync(host, "/docs", 1200, ColorScheme.Light, async page =>
    {
        await Expect(page.GetByRole(AriaRole.Heading, new() { Level = 1 })).ToContainTextAsync(host, new() { IgnoreCase = true });
        await Expect(page.GetByText(host switch
        {
            DescribedHosts.Gateway => "/v1/backends",
            DescribedHosts.Journal => "/v1/lines",
            DescribedHosts.Prober => "/api/v1/targets",
            DescribedHosts.Sigma => "/v1/events",
            _ => "/v1/files",
        }).First).ToBeVisibleAsync();
        var outside = await page.EvaluateAsync<int>("() => document.querySelectorAll('[src^=http], link[href^=http]').length").Within();
        outside.ShouldBe(0);
    });

    [Theory]
    [InlineData(DescribedHosts.Journal, 360, ColorScheme.Dark)]
    [InlineData(DescribedHosts.Journal, 1200, ColorScheme.Light)]
    [InlineData(DescribedHosts.Gateway, 360, ColorScheme.Light)]
    [InlineData(DescribedHosts.Gateway, 1200, ColorScheme.Dark)]
    public Task Page_OfAHost_ShowsItsState(string host, int width, ColorScheme scheme) => VisitAsync(host, "/", width, scheme, async page =>
    {
        await Expect(page.Locator("#state")).ToHaveTextAsync(
            host == DescribedHosts.Journal ? "Records reach the disk." : "1 of 1 analyzers serve.");
        await Expect(page.Locator(host == DescribedHosts.Journal ? "#segments tr" : "#backends tr")).ToHaveCountAsync(1);
        await Expect(page.Locator("#notices tr").First).ToBeVisibleAsync();
        await Expect(page.Locator("footer.host")).ToContainTextAsync("1.0.0");
        (await page.EvaluateAsync<bool>("() => document.documentElement.scrollWidth <= innerWidth").Within()).ShouldBeTrue(
            "it scrolls sideways");
        (await page.EvaluateAsync<string[]>(ContrastCheck.Script).Within()).ShouldBeEmpty();
        await page.ShouldPassAxeAsync($"the page of the {host}");

        await page.Keyboard.PressAsync("Tab").Within();
        await Expect(page.GetByRole(AriaRole.Link, new() { Name = "Interface" })).ToBeFocusedAsync();
        await page.Keyboard.PressAsync("Enter").Within();
        await Expect(page).ToHaveURLAsync(new Regex("/docs$")); // it looks again and again: its load may be over by now
    });

    [Theory]
    [MemberData(nameof(DescribedHosts.Names), MemberType = typeof(DescribedHosts))]
    public async Task Foot_OfEachPage_HasTheVersion(string host)
    {
        using var http = hosts.Client(host);

        var page = await http.GetStringAsync("/", TestContext.Current.CancellationToken).Within();

        page.ShouldContain("<footer class=\"host\">");
        page.ShouldContain("1.0.0");
    }

    private async Task VisitAsync(string host, string path, int width, ColorScheme scheme, Func<IPage, Task> steps)
    {
        var browser = await chromium.StartAsync();
        await using var context = await browser.NewContextAsync(new()
        {
            ColorScheme = scheme,
            ViewportSize = new() { Width = width, Height = 800 },
            ReducedMotion = ReducedMotion.Reduce,
        }).Within();
        context.SetDefaultTimeout((float)Deadline.Default.TotalMilliseconds);
        var page = await context.NewPageAsync().Within();
        var (complaints, requests) = (new ConcurrentQueue<string>(), new ConcurrentQueue<string>());
        page.PageError += (_, error) => complaints.Enqueue(error);
        page.Console += (_, message) =>
        {
            if (message.Type is "error" or "warning" || message.Text.Contains("Content Security Policy", StringComparison.Ordinal))
            {
                complaints.Enqueue(message.Text);
            }
        };
        page.Request += (_, request) => requests.Enqueue(request.Url);
        await page.GotoAsync(new Uri(hosts.Address(host), path).ToString()).Within();

        await steps(page);

        complaints.ShouldBeEmpty();
        requests.ShouldAllBe(request => request.StartsWith(hosts.Address(host).ToString(), StringComparison.Ordinal)
            || request.StartsWith("data:", StringComparison.Ordinal) || request.StartsWith("blob:", StringComparison.Ordinal));
    }
}
