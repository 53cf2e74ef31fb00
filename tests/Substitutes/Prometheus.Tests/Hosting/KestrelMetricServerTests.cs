namespace Prometheus.Tests.Hosting;

public sealed class KestrelMetricServerTests : IDisposable
{
    private readonly CollectorRegistry _registry = Metrics.NewCustomRegistry();
    private readonly HttpClient _client = new();
    private readonly int _port = LoopbackPort.FindFree();

    public KestrelMetricServerTests() => Metrics.WithCustomRegistry(_registry).CreateCounter("c_total", "Help.").Inc(3);

    public void Dispose() => _client.Dispose();

    [Fact]
    public async Task Start_FreePort_ServesUntilDisposed()
    {
        using (var server = new KestrelMetricServer("127.0.0.1", _port, registry: _registry))
        {
            server.Start().ShouldBeSameAs(server);

            (await ScrapeAsync()).Sample("c_total").Value.ShouldBe(3);
            (await ScrapeAsync()).Sample("c_total").Value.ShouldBe(3);
        }

        await Should.ThrowAsync<HttpRequestException>(ScrapeAsync);
    }

    [Fact]
    public void Start_Twice_IsRefused()
    {
        using var server = new KestrelMetricServer("127.0.0.1", _port, registry: _registry);
        server.Start();

        Should.Throw<InvalidOperationException>(server.Start);
    }

    [Fact]
    public void Dispose_NeverStarted_DoesNothing()
    {
        var server = new KestrelMetricServer("127.0.0.1", _port, registry: _registry);

        Should.NotThrow(server.Dispose);
    }

    private async Task<Scrape> ScrapeAsync() =>
        new(await _client.GetStringAsync(new Uri($"http://localhost:{_port}/metrics"), TestContext.Current.CancellationToken).Within());
}
