using System.Net;
using System.Text.RegularExpressions;
using Grpc.Core;
using Grpc.Net.Client;
using Rpc = Analyzer.Protos.V1.Analyzer;

namespace Analyzer.Service.Tests.Executable;

/// <summary>What ordinary refusals leave in the log of the executable, with the settings that it has by default.</summary>
public sealed partial class RefusalLogTests
{
    private static readonly string Unknown = new('0', 64);

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Serve_LookUpsAreRefused_WritesNothingAboutThem() =>
        (await LogAsync(refusals: 200)).ShouldBe(await LogAsync(refusals: 0));

    /// <returns>All that the service wrote, without the numbers: ports and times differ.</returns>
    private static async Task<string> LogAsync(int refusals)
    {
        using var folder = new TempDirectory("refusals");
        var (rest, grpc) = (LoopbackPort.FindFree(), LoopbackPort.FindFree());
        using var service = ServiceExecutable.Start(
            folder.Path, $"--Analyzer:HttpPort={rest}", $"--Analyzer:GrpcPort={grpc}", "--Analyzer:StopAtEndOfInput=true");
        using var http = new HttpClient { BaseAddress = new($"http://127.0.0.1:{rest}") };
        await BecomeReadyAsync(http).Within();
        using var channel = GrpcChannel.ForAddress($"http://127.0.0.1:{grpc}");
        var client = new Rpc.AnalyzerClient(channel);
        for (var i = 0; i < refusals; i++)
        {
            using var answer = await http.GetAsync($"/v1/files/{Unknown}", Token).Within();
            answer.StatusCode.ShouldBe(HttpStatusCode.NotFound);
            var refused = await Should.ThrowAsync<RpcException>(async () =>
                await client.AnalyzeResultAsync(new() { Sha256 = Unknown }, cancellationToken: Token));
            refused.StatusCode.ShouldBe(StatusCode.NotFound);
        }

        var (code, output, errors) = await service.EndAsync();
        code.ShouldBe(0, output + errors);
        return Number().Replace((output + errors).Replace(folder.Path, "FOLDER", StringComparison.Ordinal), "#");
    }

    private static async Task BecomeReadyAsync(HttpClient http)
    {
        while (!await IsReadyAsync(http))
        {
            await Task.Delay(50, Token);
        }
    }

    private static async Task<bool> IsReadyAsync(HttpClient http)
    {
        try
        {
            using var ready = await http.GetAsync("/healthz/ready", Token);
            return ready.IsSuccessStatusCode;
        }
        catch (HttpRequestException)
        {
            return false; // it does not listen yet
        }
    }

    [GeneratedRegex("[0-9]+")]
    private static partial Regex Number();
}
