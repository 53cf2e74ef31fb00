using System.Text;
using Analyzer.Service.Features.Metrics;
using Analyzer.Service.Features.Storage;
using Analyzer.Service.Features.Submit;
using Analyzer.Service.Features.Transport;
using Analyzer.Service.Tests.Edges;
using Microsoft.Extensions.Options;
using Storage.Compliance;
using Tests.Common.Scraping;
using Registry = Prometheus.Metrics;

namespace Analyzer.Service.Tests.Metrics;

/// <summary>What strangers send never becomes a series: after one request of each kind, a hundred others of it add none.</summary>
public sealed class CardinalityTests
{
    /// <summary>In everything that is sent, so that it would be seen.</summary>
    private const string Mark = "hostile";

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Scrape_HostileRequests_HasNoMoreSeriesAndNoneOfTheirText()
    {
        await using var host = await AnalyzerHost.StartAsync();
        using var http1 = new HttpClient { BaseAddress = host.Http1 };
        using var grpc = EdgeKind.Grpc.Connect(host);
        var random = new Random(8);
        await SendAsync(0);
        var first = await host.ScrapeAsync();

        for (var i = 1; i <= 100; i++)
        {
            await SendAsync(i);
        }

        var last = await host.ScrapeAsync();
        Series(last).Except(Series(first)).ShouldBeEmpty();
        last.Text.ShouldNotContain(Mark);

        async Task SendAsync(int i)
        {
            await RequestAsync(HttpMethod.Get, $"/{Mark}/{Text()}");
            await RequestAsync(HttpMethod.Post, $"/{Mark}.v{i}.Service/{Text()}");
            await RequestAsync(new HttpMethod($"{Mark.ToUpperInvariant()}{i}"), "/v1/files");
            await RequestAsync(HttpMethod.Get, $"/v1/files/{Mark}{Text()}");
            await RequestAsync(HttpMethod.Get, $"/v1/files/{Pieces.Sha256(BitConverter.GetBytes(i))}");
            await RequestAsync(HttpMethod.Get, $"/v1/files?verdict={Mark}{i}&limit={i}{Mark}&after={Text()}");
            await RequestAsync(HttpMethod.Post, $"/v1/files?sha256={Mark}{i}", new ByteArrayContent([1]));
            await grpc.FindAsync($"{Mark}{i}", Token).Within();
            await grpc.FindAsync(Pieces.Sha256(BitConverter.GetBytes(-i)), Token).Within();
            await grpc.SubmitAsync(Pieces.Of(Encoding.UTF8.GetBytes($"{Mark}{i}")), null, null, Token).Within();
        }

        async Task RequestAsync(HttpMethod method, string path, HttpContent? content = null)
        {
            using var request = new HttpRequestMessage(method, path) { Content = content };
            request.Headers.TryAddWithoutValidation("User-Agent", $"{Mark}{Text()}");
            request.Headers.TryAddWithoutValidation("traceparent", $"00-{Mark}");
            using var response = await http1.SendAsync(request, Token).Within();
        }

        string Text() => Convert.ToHexString(BitConverter.GetBytes(random.NextInt64()));
    }

    [Fact]
    public async Task Files_EngineWithAThousandMediaTypes_CountsMostOfThemAsOther()
    {
        var registry = Registry.NewCustomRegistry();
        var limits = Options.Create(new UploadLimits());
        var metrics = new AnalyzerMetrics(registry, new Admission(limits), limits, Options.Create(new AnalyzerOptions()));

        foreach (var i in Enumerable.Range(0, 1000))
        {
            metrics.Submitted(TransportKind.Grpc, new Submission(new KnownReport(Reports.Make(1) with { MediaType = $"x/{i}" }), Known: false), 0);
        }

        using var text = new MemoryStream();
        await registry.CollectAndExportAsTextAsync(text, Token).Within();
        var files = new Scrape(Encoding.UTF8.GetString(text.ToArray())).Samples.Where(sample => sample.Name == "analyzer_files_total").ToList();
        files.Sum(sample => sample.Value).ShouldBe(1000);
        files.Select(sample => sample.Labels["media_type"]).Distinct().Count().ShouldBe(AnalyzerMetrics.MostMediaTypes + 1);
    }

    private static IEnumerable<string> Series(Scrape scrape) => scrape.Samples
        .Select(sample => $"{sample.Name}{{{string.Join(',', sample.Labels.OrderBy(label => label.Key).Select(label => $"{label.Key}={label.Value}"))}}}");
}
