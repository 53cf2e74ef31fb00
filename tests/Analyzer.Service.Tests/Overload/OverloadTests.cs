using System.Net;
using Analyzer.Service.Features.Overload;
using Microsoft.Extensions.DependencyInjection;

namespace Analyzer.Service.Tests.Overload;

/// <summary>The whole service when there is more to do than it can.</summary>
public sealed class OverloadTests
{
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Adaptive_SwitchedOnOrOff_DecidesWhichLimitHolds(bool isAdaptive)
    {
        await using var host = await AnalyzerHost.StartAsync($"Limits:Adaptive={isAdaptive}", "Limits:MaxUploads=1000000");

        host.Admission.UploadLimit.ShouldBe(isAdaptive ? AdaptiveLimit.StartPerProcessor * Environment.ProcessorCount : 1_000_000);
    }

    /// <summary>A refusal is of no use when it comes as late as the answer would.</summary>
    [Fact]
    public async Task Refusal_EveryPlaceTaken_WaitsForNone()
    {
        var places = new AnalysisPlaces(1, TimeProvider.System, PoolQueue.Real(TimeProvider.System));
        await using var host = await AnalyzerHost.StartAsync(services => services.AddSingleton(places), "Limits:MaxUploads=1");
        using var clean = host.Log.ExpectClean();
        using var client = new HttpClient { BaseAddress = host.Http1, Timeout = Timeout.InfiniteTimeSpan };
        await places.EnterAsync(TestContext.Current.CancellationToken);
        var waiting = SubmitAsync(client);
        await Deadline.UntilAsync(() => places.Waiting == 1);

        using var refused = await SubmitAsync(client).Within();

        refused.StatusCode.ShouldBe(HttpStatusCode.TooManyRequests);
        waiting.IsCompleted.ShouldBeFalse();
        places.Leave();
        using var answered = await waiting.Within();
        answered.StatusCode.ShouldBe(HttpStatusCode.Created);
    }

    private static Task<HttpResponseMessage> SubmitAsync(HttpClient client) =>
        client.PostAsync("/v1/files", new ByteArrayContent("%PDF-1.7\n%%EOF\n"u8.ToArray()), TestContext.Current.CancellationToken);
}
