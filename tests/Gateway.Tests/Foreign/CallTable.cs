using System.Text.Json.Nodes;

namespace Gateway.Tests.Foreign;

/// <summary>What a client over gRPC's C core saw of a service over it, without the gateway and through it: one run for all tests.</summary>
public sealed class CallTable : IAsyncLifetime
{
    private JsonObject? _seen;

    public async ValueTask InitializeAsync()
    {
        if (!DebianPython.IsPresent)
        {
            return; // each test skips
        }

        await using var backend = await PythonServer.StartAsync("table_server.py");
        await using var gateway = await GatewayHost.StartAsync(
            [],
            "Sets:table:Backends=" + backend.Address.Authority, "Routes:table:Match=/foreign.v1.", "Routes:table:Set=table");
        using var clean = gateway.Log.ExpectClean();
        _seen = JsonNode.Parse(await DebianPython.RunAsync(
            PythonServer.Script("table_client.py"), backend.Address.Authority, gateway.Http2.Authority))!.AsObject();
    }

    public IReadOnlyList<string> Cases => [.. _seen!.Select(pair => pair.Key)];

    public (string Direct, string Through) Of(string name) => (_seen![name]![0]!.ToJsonString(), _seen[name]![1]!.ToJsonString());

    public ValueTask DisposeAsync() => ValueTask.CompletedTask;
}
