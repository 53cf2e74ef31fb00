using System.Text.Json.Nodes;
using Api.Tests.Npm;
using Gateway.Tests.Foreign;

namespace Gateway.Tests.Browsers;

/// <summary>The clients that pages use, against a service over gRPC's C core.</summary>
public sealed class WebClientsTests
{
    private const string Expected =
        """
        {"hello":[0,"hello","me"],"refuse":[9,"Not n\u00F6w: 100 %.","so"],"unknown":[12],"scattered":[0,300,"299"]}
        """;

    [Fact]
    public async Task Calls_ByClientsOfPages_AreAnsweredAsByGrpc()
    {
        DebianPython.SkipUnlessPresent();
        NpmTools.SkipUnlessPresent("@connectrpc/connect-web");
        await using var backend = await PythonServer.StartAsync("foreign.py");
        await using var gateway = await GatewayHost.StartAsync(
            [], "Sets:pages:Backends=" + backend.Address.Authority, "Routes:pages:Match=/foreign.v1.", "Routes:pages:Set=pages",
            "GrpcWeb=true");
        using var clean = gateway.Log.ExpectClean();

        var (code, said) = await NpmTools.RunProgramAsync(
            AppContext.BaseDirectory, "node",
            Path.Combine(SharedData.RepositoryRoot, "tests", "Gateway.Tests", "Browsers", "web.cjs"),
            NpmTools.Folder, gateway.Http1.GetLeftPart(UriPartial.Authority));

        code.ShouldBe(0, said);
        var seen = JsonNode.Parse(said)!.AsObject();
        seen.Select(client => client.Key).ShouldBe(["grpc-web binary", "grpc-web text", "improbable", "connect"]);
        foreach (var (client, answers) in seen)
        {
            answers!.ToJsonString().ShouldBe(JsonNode.Parse(Expected)!.ToJsonString(), client);
        }
    }
}
