using System.Text.Json.Nodes;

namespace Gateway.Tests.Foreign;

/// <summary>A client and a backend that nobody here wrote, gRPC's C core both, and the gateway between them.</summary>
public sealed class PythonTests
{
    private const string SeenDirectly =
        """
        {"methods":["Ask","Collect","Scatter","Chat"],
        "answer":["hello","me","00ff","trailer"],
        "refused":["FAILED_PRECONDITION","Not n\u00F6w: 100 %.","so","0102ff"],
        "collected":"10000000","scattered":true,"chatted":["one","two","three"],
        "late":"DEADLINE_EXCEEDED","left":true}
        """;

    [Fact]
    public async Task EveryKindOfCall_FromPythonToPython_IsAsWithoutTheGateway()
    {
        DebianPython.SkipUnlessPresent();
        using var backend = DebianPython.Start(Script("foreign.py"));
        try
        {
            var port = await backend.StandardOutput.ReadLineAsync(TestContext.Current.CancellationToken).AsTask().Within();
            await using var gateway = await GatewayHost.StartAsync([new Uri($"http://127.0.0.1:{port}")]);
            using var clean = gateway.Log.ExpectClean();

            var seen = await DebianPython.RunAsync(Script("ask.py"), gateway.Http2.Authority);

            JsonNode.Parse(seen)!.ToJsonString().ShouldBe(JsonNode.Parse(SeenDirectly)!.ToJsonString());
        }
        finally
        {
            backend.StandardInput.Close();
            await backend.WaitForExitAsync(CancellationToken.None).Within();
        }
    }

    private static string Script(string name) => Path.Combine(SharedData.RepositoryRoot, "tests", "Gateway.Tests", "Foreign", name);
}
