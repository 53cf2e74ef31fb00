using System.Net;
using Gateway.Tests.BadInput;

namespace Gateway.Tests.Passing;

/// <summary>The gateway reads no more than the backend takes: windows hold both ways.</summary>
public sealed class BackpressureTests
{
    private const long Large = 64 << 20;
    private const long Most = 2 << 20; // that an upload may take

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Theory]
    [InlineData("/v1/files", "application/pdf")]
    [InlineData("/analyzer.v1.Analyzer/SubmitFile", "application/grpc")]
    public async Task Upload_BackendGivesNoWindow_IsReadNoFurther(string path, string type)
    {
        await using var backend = new ScriptedBackend((_, _) => Task.CompletedTask, atHead: true);
        await using var gateway = await GatewayHost.StartUnwatchedAsync(backend.Address);
        using var leave = CancellationTokenSource.CreateLinkedTokenSource(Token);
        using var http = new HttpClient { BaseAddress = gateway.Http2 };
        using var file = new EndlessContent(number: 1, Large) { Headers = { ContentType = new(type) } };
        using var request = new HttpRequestMessage(HttpMethod.Post, path)
        {
            Version = HttpVersion.Version20,
            VersionPolicy = HttpVersionPolicy.RequestVersionExact,
            Content = file,
        };
        var sending = http.SendAsync(request, leave.Token);
        await Deadline.UntilAsync(() => backend.Calls == 1 && file.Taken > 0);

        await Task.Delay(TimeSpan.FromSeconds(1), Token); // for all that would still be read

        file.Taken.ShouldBeLessThan(Most);
        sending.IsCompleted.ShouldBeFalse();
        await leave.CancelAsync();
        await Should.ThrowAsync<OperationCanceledException>(sending.Within());
        await gateway.UntilMetricAsync("gateway_calls_in_flight{", 0);
    }
}
