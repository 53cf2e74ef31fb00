using System.Text;
using Analyzer.Core;
using Analyzer.Service.Features.Metrics;
using Analyzer.Service.Tests.Edges;
using Hosting.Settings;
using Microsoft.Extensions.Options;
using Tests.Common.Scraping;
using Registry = Prometheus.Metrics;

namespace Analyzer.Service.Tests.Metrics;

/// <summary>Strangers' texts never become a series: after one request of each kind, a hundred others of it add none.</summary>
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
            await RequestAsync(HttpMethod.Get, $"/v1/files?type={Mark}/{i}&sha256={i}");
            await RequestAsync(HttpMethod.Delete, $"/v1/files/{Mark}{Text()}");
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
        var metrics = new AnalyzerMetrics(registry, Options.Create(new HostSettings()));

        foreach (var i in Enumerable.Range(0, 1000))
        {
            metrics.FileSubmitted(Verdict.Clean, $"x/{i}", known: false);
        }

        using var text = new MemoryStream();
        await registry.CollectAndExportAsTextAsync(text, Token).Within();
        var files = new Scrape(Encoding.UTF8.GetString(text.ToArray())).Samples.Where(sample => sample.Name == "analyzer_files_total")
            .ToList();
        files.Sum(sample => sample.Value).ShouldBe(1000);
        files.Select(sample => sample.Labels["media_type"]).Distinct().Count().ShouldBe(AnalyzerMetrics.MaxMediaTypes + 1);
    }

    private static IEnumerable<string> Series(Scrape scrape) => scrape.Samples
        .Select(sample => $"{sample.Name}{{{string.Join(',', sample.Labels.Select(label => $"{label.Key}={label.Value}").Order())}}}");
}
