using System.Net;
using System.Security.Cryptography;
using Analyzer.Service.Features.Overload;
using Hosting.Overload;
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
        var places = new AnalysisPlaces(1, TimeProvider.System, PoolQueueSignal.Real(TimeProvider.System));
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

    /// <summary>The store is what everybody waits for, perhaps: whoever is to be refused must not wait for it, too.</summary>
    [Fact]
    public async Task Refusal_NamedFileAndAStoreThatHangs_WaitsForNeither()
    {
        await using var host = await AnalyzerHost.StartAsync("Limits:MaxUploads=1");
        using var clean = host.Log.ExpectClean();
        using var client = new HttpClient { BaseAddress = host.Http1, Timeout = Timeout.InfiniteTimeSpan };
        host.Store.FindGate = new TaskCompletionSource();
        host.Admission.Enter().IsError(out _, out var permit);

        using var refused = await SubmitAsync(client, named: true).Within();

        refused.StatusCode.ShouldBe(HttpStatusCode.TooManyRequests);
        permit!.Dispose();
        var asked = SubmitAsync(client, named: true);
        host.Store.FindGate.SetResult();
        using var answered = await asked.Within();
        answered.StatusCode.ShouldBe(HttpStatusCode.Created);
    }

    [Fact]
    public async Task Known_EveryPermitTaken_IsAnsweredFromMemory()
    {
        await using var host = await AnalyzerHost.StartAsync("Limits:MaxUploads=1");
        using var clean = host.Log.ExpectClean();
        using var client = new HttpClient { BaseAddress = host.Http1, Timeout = Timeout.InfiniteTimeSpan };
        for (var i = 0; i < 3; i++)
        {
            using var submitted = await SubmitAsync(client, named: true).Within();
        }

        host.Admission.Enter().IsError(out _, out var permit);
        using var held = permit;

        using var known = await SubmitAsync(client, named: true).Within();

        known.StatusCode.ShouldBe(HttpStatusCode.OK);
    }

    private static async Task<HttpResponseMessage> SubmitAsync(HttpClient client, bool named = false)
    {
        var file = "%PDF-1.7\n%%EOF\n"u8.ToArray();
        using var content = new ByteArrayContent(file);
        if (named)
        {
            content.Headers.Add("Content-Digest", $"sha-256=:{Convert.ToBase64String(SHA256.HashData(file))}:");
        }

        return await client.PostAsync("/v1/files", content, TestContext.Current.CancellationToken);
    }
}
