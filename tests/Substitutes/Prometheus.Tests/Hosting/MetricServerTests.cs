namespace Prometheus.Tests.Hosting;

public sealed class MetricServerTests : IDisposable
{
    private readonly CollectorRegistry _registry = Metrics.NewCustomRegistry();
    private readonly HttpClient _client = new();
    private readonly int _port = LoopbackPort.FindFree();

    public MetricServerTests() => Metrics.WithCustomRegistry(_registry).CreateCounter("c_total", "Help.").Inc(3);

    public void Dispose() => _client.Dispose();

    [Fact]
    public async Task Start_KestrelMetricServer_ServesUntilStopped()
    {
        using var server = new KestrelMetricServer("127.0.0.1", _port, registry: _registry);

        await ServesUntilStoppedAsync(server);
    }

    [Fact]
    public async Task Start_MetricServer_ServesUntilStopped()
    {
        using var server = new MetricServer("localhost", _port, registry: _registry);

        await ServesUntilStoppedAsync(server);
    }

    [Fact]
    public void Start_Twice_IsRefused()
    {
        using var server = new KestrelMetricServer("127.0.0.1", _port, registry: _registry);
        server.Start();

        Should.Throw<InvalidOperationException>(server.Start);
    }

    [Fact]
    public void Stop_NeverStarted_DoesNothing()
    {
        using var server = new MetricServer("localhost", _port, registry: _registry);

        Should.NotThrow(server.Stop);
    }

    [Fact]
    public async Task Dispose_Stopped_StopsTheServerOnce()
    {
        var server = new KestrelMetricServer("127.0.0.1", _port, registry: _registry);
        server.Start();

        server.Stop();
        server.Dispose();

        await Should.ThrowAsync<HttpRequestException>(ScrapeAsync);
    }

    private async Task ServesUntilStoppedAsync(MetricHandler server)
    {
        server.Start().ShouldBeSameAs(server);

        (await ScrapeAsync()).Sample("c_total").Value.ShouldBe(3);
        (await ScrapeAsync()).Sample("c_total").Value.ShouldBe(3);

        await server.StopAsync().Within();
        await Should.ThrowAsync<HttpRequestException>(ScrapeAsync);
    }

    private async Task<Scrape> ScrapeAsync() =>
        new(await _client.GetStringAsync(new Uri($"http://localhost:{_port}/metrics"), TestContext.Current.CancellationToken).Within());
}
