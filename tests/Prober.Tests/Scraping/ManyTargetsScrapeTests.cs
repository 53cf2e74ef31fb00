using System.Net;
using System.Net.Sockets;
using System.Text;
using Microsoft.Extensions.DependencyInjection;
using Prober.Engine.Probing;
using Prober.Engine.Scheduling;
using Prober.Engine.Watching;

namespace Prober.Tests.Scraping;

/// <summary><c>/metrics/targets</c> of as many targets as a prober watches. Each has a result that nobody probed for.</summary>
[Collection(nameof(AloneInTheProcess))]
public sealed class ManyTargetsScrapeTests : IDisposable
{
    private const int Count = 20_000;
    private const int Secure = 2_000; // with a certificate, and three times as many series
    private const int Twins = 10; // each with the name and the endpoint of a target of another kind
    private const int MaxAllocated = 100_000;
    private const int MaxScrapes = 50;
    private const long Interval = 24 * 3600 * 1000; // milliseconds

    private static readonly byte[] LastChunk = "\r\n0\r\n\r\n"u8.ToArray();
    private static readonly DateTimeOffset Later = DateTimeOffset.UnixEpoch.AddYears(80);

    private readonly TempDirectory _folder = new("prober-scrape");

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    public void Dispose() => _folder.Dispose();

    [Fact]
    [Trait("Category", "EndToEnd")]
    public async Task Targets_OfARealPrometheus_AreUpWithEachOfTheirSeries()
    {
        await using var host = await StartAsync();
        var text = await host.Http.GetStringAsync("/metrics/targets", Token).Within();
        List<string> rows = [.. text.Split('\n').Where(line => line.Length > 0 && line[0] != '#')];
        rows.Select(row => row[..row.LastIndexOf(' ')]).Distinct().Count().ShouldBe(rows.Count); // the server keeps one of two
        await using var prometheus = await PrometheusServer.StartAsync(
            $$"""
            scrape_configs:
              - job_name: targets
                scrape_interval: 10s
                scrape_timeout: 10s
                metrics_path: /metrics/targets
                static_configs: [{ targets: ["{{host.Http.BaseAddress!.Authority}}"] }]
            """,
            Token);

        (await ValueAsync("up == 1")).ShouldBe(1);
        (await ValueAsync("max_over_time(scrape_samples_scraped[5m])")).ShouldBe(rows.Count);
        (await ValueAsync("max_over_time(scrape_samples_post_metric_relabeling[5m])")).ShouldBe(rows.Count);
        (await ValueAsync("count(probe_success)")).ShouldBe(Count);
        (await ValueAsync("count(probe_ssl_last_chain_info)")).ShouldBe(Secure);
        (await ValueAsync("count(count by (name, exported_instance) (probe_success))")).ShouldBe(Count - Twins);

        async Task<double> ValueAsync(string query) =>
            (await prometheus.QueryUntilPresentAsync(query, Token)).ShouldHaveSingleItem(query).Value;
    }

    [Fact]
    public async Task Scrape_AfterTheFirst_AllocatesLittle()
    {
        await using var host = await StartAsync();
        using var scraper = new Scraper(host.Http.BaseAddress!);
        var allocated = new List<long>();
        do
        {
            // Until the runtime has compiled for the last time what a scrape runs through: that allocates too.
            allocated.Add(await scraper.ScrapeAsync().Within());
        }
        while (allocated[^1] > MaxAllocated && allocated.Count < MaxScrapes);

        allocated[^1].ShouldBeLessThanOrEqualTo(MaxAllocated, string.Join(", ", allocated));
    }

    [Fact]
    public async Task Metrics_OfTheProberItself_StaySmall()
    {
        await using var host = await StartAsync();

        var text = await host.Http.GetByteArrayAsync("/metrics", Token).Within();

        text.Length.ShouldBeLessThan(100 * 1024);
    }

    private async Task<ProberHost> StartAsync()
    {
        var now = TimeProvider.System.GetUtcNow().ToUnixTimeMilliseconds();
        File.WriteAllLines(_folder.Combine("probes.yaml"), [
            "http:",
            .. Names("http", Secure).Select(name => $"  - {{ name: {name}, url: \"https://127.0.0.1:9/{name}\", interval: 24h }}"),
            "tcp:",
            .. Names("tcp", Count - Secure - Twins).Select(Entry),
            "tls:",
            .. Names("tls", int.MaxValue).Intersect(Names("tcp", Count - Secure - Twins)).Take(Twins).Select(Entry),
        ]);
        var host = await ProberHost.StartAsync("--config", _folder.Combine("probes.yaml"));
        var engine = host.Services.GetRequiredService<ProbeEngine>();
        await Deadline.UntilAsync(() => engine.Targets.Count == Count);
        foreach (var target in engine.Targets)
        {
            target.Observe(Result(target.Definition, engine.Now), isLate: false, []);
        }

        return host;

        static string Entry(string name) => $"  - {{ name: {name}, host: \"127.0.0.1:9\", interval: 24h }}";

        // Those whose turn comes when the test is over: nobody is probed.
        IEnumerable<string> Names(string kind, int count) => Enumerable.Range(1, int.MaxValue)
            .Select(number => $"t{number:00000}")
            .Where(name => ProbeGrid.NextDue(now, ProbeGrid.Phase(kind, name, Interval), Interval) - now > Interval / 10)
            .Take(count);
    }

    private static ProbeResult Result(TargetDefinition definition, long now) => new()
    {
        StartedAt = now,
        Duration = TimeSpan.FromMicroseconds(1234.5),
        Connecting = TimeSpan.FromMicroseconds(345.6),
        Address = IPAddress.Parse("192.0.2.1"),
        Status = definition.Kind == "http" ? 200 : 0,
        HttpVersion = HttpVersion.Version11,
        ContentLength = 1234,
        Certificate = definition.Kind == "http"
            ? new("CN=\"a\\b\"", "CN=test", Later, Later, new string('A', 64), "a.test,b.test", "1A", "TLS 1.3", "TLS_AES_256_GCM_SHA384")
            : null,
    };

    /// <summary>A client that keeps its connection, and allocates nothing while it reads.</summary>
    private sealed class Scraper : IDisposable
    {
        private readonly Socket _socket = new(SocketType.Stream, ProtocolType.Tcp);
        private readonly byte[] _buffer = GC.AllocateArray<byte>(1 << 20, pinned: true);
        private readonly byte[] _request;

        public Scraper(Uri host)
        {
            _request = Encoding.ASCII.GetBytes($"GET /metrics/targets HTTP/1.1\r\nHost: {host.Authority}\r\n\r\n");
            _socket.Connect(host.Host, host.Port);
        }

        /// <returns>Bytes that the whole process allocated meanwhile.</returns>
        public Task<long> ScrapeAsync() => Task.Run(
            () =>
            {
                var before = GC.GetTotalAllocatedBytes(precise: true);
                _socket.Send(_request);
                var length = 0;
                for (var ended = false; !ended;)
                {
                    // The last chunk of all ends so (RFC 9112, section 7.1).
                    var kept = Math.Min(length, LastChunk.Length);
                    _buffer.AsSpan(length - kept, kept).CopyTo(_buffer);
                    length = kept + _socket.Receive(_buffer.AsSpan(kept));
                    ended = _buffer.AsSpan(0, length).EndsWith(LastChunk);
                }

                return GC.GetTotalAllocatedBytes(precise: true) - before;
            },
            Token);

        public void Dispose() => _socket.Dispose();
    }
}
