using System.Net;

namespace Prometheus.Tests.Hosting;

public sealed class MapMetricsTests : IDisposable
{
    private const string Text = "text/plain; version=0.0.4; charset=utf-8";
    private const string OpenMetrics = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    private const string OfPrometheus242 =
        "application/openmetrics-text;version=1.0.0,application/openmetrics-text;version=0.0.1;q=0.75,"
        + "text/plain;version=0.0.4;q=0.5,*/*;q=0.1";

    private readonly CollectorRegistry _registry = Metrics.NewCustomRegistry();
    private readonly HttpClient _client = new();

    public MapMetricsTests() => Metrics.WithCustomRegistry(_registry).CreateCounter("c_total", "Help.").Inc(3);

    public void Dispose() => _client.Dispose();

    [Theory]
    [InlineData(null, Text)]
    [InlineData("*/*", Text)]
    [InlineData("text/html", Text)]
    [InlineData("nonsense", Text)]
    [InlineData("text/plain", Text)]
    [InlineData("application/openmetrics-text", OpenMetrics)]
    [InlineData("application/openmetrics-text; version=1.0.0", OpenMetrics)]
    [InlineData("text/plain;q=0.5,application/openmetrics-text;q=0.6", OpenMetrics)]
    [InlineData("text/plain;q=0.6,application/openmetrics-text;q=0.5", Text)]
    [InlineData(OfPrometheus242, OpenMetrics)]
    public async Task Get_AnyAccept_AnswersInTheFormatThatIsPreferred(string? accept, string expected)
    {
        await using var app = await MetricsApp.StartAsync(_registry);

        var (response, body) = await GetAsync(app, "/metrics", accept);

        response.StatusCode.ShouldBe(HttpStatusCode.OK);
        response.Content.Headers.ContentType!.ToString().ShouldBe(expected);
        new Scrape(body).Sample("c_total").Value.ShouldBe(3);
        body.EndsWith("# EOF\n", StringComparison.Ordinal).ShouldBe(expected == OpenMetrics);
    }

    [Fact]
    public async Task Get_AcceptInTheQuery_GoesBeforeTheHeader()
    {
        await using var app = await MetricsApp.StartAsync(_registry);

        var (response, _) = await GetAsync(app, "/metrics?accept=application/openmetrics-text", accept: "text/plain");

        response.Content.Headers.ContentType!.ToString().ShouldBe(OpenMetrics);
    }

    [Fact]
    public async Task Get_OtherPattern_IsServedThereOnly()
    {
        await using var app = await MetricsApp.StartAsync(routes => routes.MapMetrics("/internal/metrics", _registry));

        (await GetAsync(app, "/internal/metrics", accept: null)).Response.StatusCode.ShouldBe(HttpStatusCode.OK);
        (await GetAsync(app, "/metrics", accept: null)).Response.StatusCode.ShouldBe(HttpStatusCode.NotFound);
    }

    [Fact]
    public async Task MapMetrics_NoRegistry_IsRefused() =>
        await Should.ThrowAsync<ArgumentNullException>(() => MetricsApp.StartAsync(routes => routes.MapMetrics()));

    [Fact]
    public async Task Get_ManyAtATime_EachIsWhole()
    {
        await using var app = await MetricsApp.StartAsync(_registry);

        var answers = await Task.WhenAll(Enumerable.Range(0, 50).Select(_ => GetAsync(app, "/metrics", accept: null))).Within();

        answers.ShouldAllBe(answer => answer.Body == answers[0].Body && new Scrape(answer.Body).Samples.Count == 1);
    }

    private async Task<(HttpResponseMessage Response, string Body)> GetAsync(MetricsApp app, string path, string? accept)
    {
        using var request = new HttpRequestMessage(HttpMethod.Get, new Uri(app.Address, path));
        if (accept is not null)
        {
            request.Headers.TryAddWithoutValidation("Accept", accept).ShouldBeTrue();
        }

        var response = await _client.SendAsync(request, TestContext.Current.CancellationToken).Within();
        return (response, await response.Content.ReadAsStringAsync(TestContext.Current.CancellationToken).Within());
    }
}
