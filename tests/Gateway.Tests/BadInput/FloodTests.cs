using System.Net;
using Analyzer.Service.Tests.Abuse;

namespace Gateway.Tests.BadInput;

/// <summary>A flood that comes through the gateway is one client's: it is none of the backend's, and none of the other clients'.</summary>
public sealed class FloodTests
{
    private const int Rounds = 5;
    private const int Resets = 20_000;
    private const int Together = 200;

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Theory]
    [InlineData("/analyzer.v1.Analyzer/SubmitFile")]
    [InlineData("/analyzer.v1.Analyzer/AnalyzeResult")]
    public async Task RapidReset_HonestLookUpsMeanwhile_AreAnswered(string path)
    {
        await using var analyzer = await AnalyzerBackend.StartAsync();
        await using var gateway = await GatewayHost.StartUnwatchedAsync(analyzer.Http2);
        using var http = new HttpClient { BaseAddress = gateway.Http1 };
        var flood = FloodAsync(gateway.Http2, path);

        var statuses = new List<HttpStatusCode>();
        do
        {
            using var found = await http.GetAsync($"/v1/files/{new string('0', 64)}", Token).Within();
            statuses.Add(found.StatusCode);
        }
        while (!flood.IsCompleted);
        await flood.Within();

        statuses.CountBy(status => status).ShouldBe([new(HttpStatusCode.NotFound, statuses.Count)]);
        await gateway.UntilMetricAsync("gateway_calls_in_flight{", 0);
        (await http.GetStringAsync("/metrics", Token)).ShouldContain("gateway_ejections_total 0\n");
    }

    /// <summary>One connection after the other, each until the gateway ends it.</summary>
    private static async Task FloodAsync(Uri host, string path)
    {
        for (var round = 0; round < Rounds; round++)
        {
            using var wire = await Http2Wire.ConnectAsync(host);
            var ended = EndAsync(wire);
            try
            {
                for (var stream = 1; stream < 2 * Resets && !ended.IsCompleted; stream += 2 * Together)
                {
                    await wire.SendAsync([.. Enumerable.Range(0, Together).SelectMany(i => Call(stream + (2 * i), path))]);
                }
            }
            catch (Exception gone) when (gone is IOException or ObjectDisposedException)
            {
                // The gateway has ended the connection.
            }
        }
    }

    private static byte[] Call(int stream, string path) =>
    [
        .. Http2Wire.Request(stream, 0, "POST", path, ("content-type", "application/grpc"), ("te", "trailers")),
        .. Http2Wire.Frame(Http2Wire.Reset, 0, stream, [0, 0, 0, 8]),
    ];

    private static async Task EndAsync(Http2Wire wire)
    {
        while (await wire.ReadAsync() is { Type: not Http2Wire.GoAway })
        {
        }
    }
}
