using System.Text.Json;
using Sigma.Streams.Kafka;
using Sigma.Streams.Tests;

namespace Sigma.Streams.Page.Tests;

/// <summary>The table of the group's members in all instances. What the broker says is made up here: the table is the page's own.</summary>
public sealed class MembersPageTests(Chromium chromium) : IDisposable
{
    private const string Markup = "<img src=x onerror=alert(1)>";

    private readonly TempDirectory _folder = new("sigma-members");

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Members_OfSeveralInstances_AreShownWithPartitionsAndUnreadRecords()
    {
        var view = new GroupView(
            "sigma",
            "Stable",
            12_345,
            [
                new("one", "one-0", "/192.0.2.1", 12_000, [Part("events", 0, 7000), Part("events", 3, 5000), Part("matches", 1, 0)]),
                new("one", null, "/192.0.2.1", 0, []),
                new(new string('t', 120), Markup, "/2001:db8:ffff:ffff:ffff:ffff:ffff:ffff", 300, [Part(new string('w', 120), 12, 300)]),
            ],
            [Part("events", 4, 45)],
            Failure: null);

        await VisitAsync(view, async page =>
        {
            await Expect(page.Locator("#group-name")).ToHaveTextAsync("sigma: Stable, 12,345 unread");
            await Expect(page.Locator("#members tr")).ToHaveTextAsync(
                [
                    "one-0/192.0.2.1events: 0, 3; matches: 112,000",
                    "one/192.0.2.1none0",
                    $"{Markup}/2001:db8:ffff:ffff:ffff:ffff:ffff:ffff{new string('w', 120)}: 12300",
                    "no memberevents: 445",
                ]);
            await Expect(page.GetByRole(AriaRole.Table, new() { Name = "Members of the group" })).ToBeVisibleAsync();
            await page.ShouldBeReadableAsync("with members");
            (await page.Locator("img").CountAsync().Within()).ShouldBe(0);
        });
    }

    [Fact]
    public async Task Members_MoreThanThePageShows_AreCountedInTheLastRow()
    {
        var members = Enumerable.Range(0, 250).Select(i => new MemberView($"m{i}", null, "h", 1, [Part("t", i, 1)]));
        var view = new GroupView("sigma", "Stable", 250, [.. members], [], Failure: null);

        await VisitAsync(view, async page =>
        {
            await Expect(page.Locator("#members tr")).ToHaveCountAsync(201);
            await Expect(page.Locator("#members tr").Last).ToContainTextAsync("50 more");
            await Expect(page.Locator("#members tr").Last.Locator("td").Last).ToHaveTextAsync("50");
        });
    }

    [Fact]
    public async Task Members_WhenTheBrokerIsAway_SaysWhyInTheirPlace() =>
        await VisitAsync(new("sigma", null, null, [], [], "The broker does not answer."), async page =>
        {
            await Expect(page.Locator("#group-name")).ToHaveTextAsync("The broker does not answer.");
            await Expect(page.Locator("#members tr")).ToHaveCountAsync(0);
        });

    private static PartitionView Part(string topic, int number, long lag) => new(topic, number, 1, 1 + lag, lag);

    private async Task VisitAsync(GroupView view, Func<IPage, Task> steps)
    {
        Directory.CreateDirectory(_folder.Combine("rules"));
        await File.WriteAllTextAsync(
            _folder.Combine("rules", "first.yml"),
            "title: First\nlogsource: { product: test }\ndetection: { s: { a: 1 }, condition: s }\n",
            TestContext.Current.CancellationToken);
        await using var host = await SigmaHost.StartAsync(_folder, ["--rules", _folder.Combine("rules"), "--source", "http"]);
        await PageVisit.MakeAsync(chromium, host.Http.BaseAddress!, async page =>
        {
            await Expect(page.Locator("#group-section")).ToBeHiddenAsync(); // Kafka is not a source
            await page.RouteAsync("**/v1/group", route => route.FulfillAsync(new()
            {
                ContentType = "application/json",
                Body = JsonSerializer.Serialize(view, JsonSerializerOptions.Web),
            })).Within();
            await page.ReloadAsync().Within();
            await steps(page);
        });
    }
}
