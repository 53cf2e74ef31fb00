using Gateway.Tests.Foreign;
using Gateway.Tests.Foreign.V1;
using Grpc.Core;
using Grpc.Net.Client;
using Rpc = Gateway.Tests.Foreign.V1.Foreign;

namespace Gateway.Tests.Passing;

/// <summary>Clients' texts are not for the log, and neither are a backend's answers: they may repeat them.</summary>
public sealed class ClientTextTests
{
    private const string Secret = "secret";

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Log_CallsAnsweredAndRefused_HasNoneOfTheirText()
    {
        await using var foreign = await ForeignHost.StartAsync();
        await using var analyzer = await AnalyzerBackend.StartAsync();
        await using var passing = await GatewayHost.StartAsync([foreign.Address]);
        await using var asking = await GatewayHost.StartAsync([analyzer.Http2]);
        using var channel = GrpcChannel.ForAddress(passing.Http2);
        using var http = new HttpClient { BaseAddress = asking.Http1 };

        foreach (var word in new[] { "hello", "refuse", "repeat" })
        {
            var call = new Rpc.ForeignClient(channel).AskAsync(
                new Letter { Text = word }, new Metadata { { "who", Secret } }, cancellationToken: Token);
            _ = word == "hello" ? await call : (object)await Should.ThrowAsync<RpcException>(async () => await call);
        }

        foreach (var path in new[] { $"/v1/files/{Secret}", $"/v1/files?verdict={Secret}", $"/v1/files?after={Secret}" })
        {
            using var refused = await http.GetAsync(path, Token).Within();
        }

        using var mismatched = await http.PostAsync($"/v1/files?sha256={Secret}", new StringContent(Secret), Token).Within();

        var records = passing.Log.Records.Concat(asking.Log.Records).ToList();
        records.Count(record => record.Message.Contains("refused as")).ShouldBeGreaterThan(4);
        records.ShouldNotContain(record => record.ToString().Contains(Secret, StringComparison.OrdinalIgnoreCase));
    }
}
