using System.Diagnostics;
using System.Net;
using System.Text;
using System.Text.Json;
using System.Text.Json.Nodes;
using Api.Tests.Npm;
using Grpc.Core;
using Grpc.Net.Client;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;

namespace Gateway.Tests.Foreign;

/// <summary>Clients and servers of foreign.v1.Metadata over three implementations of gRPC.</summary>
internal static class MetadataPeers
{
    /// <param name="peer">python, node or net.</param>
    public static void SkipUnlessPresent(string peer)
    {
        if (peer == "python")
        {
            DebianPython.SkipUnlessPresent();
        }
        else if (peer == "node")
        {
            NpmTools.SkipUnlessPresent("@grpc/grpc-js");
        }
    }

    /// <summary>Starts a server.</summary>
    public static async Task<(Uri Address, IAsyncDisposable Server)> StartAsync(string peer)
    {
        if (peer == "net")
        {
            return await StartNetAsync();
        }

        var server = peer == "python" ? await PythonServer.StartAsync("metadata_server.py")
            : await PythonServer.StartAsync(Process.Start(new ProcessStartInfo("node", [Script, NpmTools.Folder, "serve"])
            {
                RedirectStandardInput = true,
                RedirectStandardOutput = true,
                RedirectStandardError = true,
            })!);
        return (server.Address, server);
    }

    /// <summary>Sends each shape to both addresses.</summary>
    /// <returns>What came back from each, by the name of the shape.</returns>
    public static async Task<(JsonObject Direct, JsonObject Through)> AskAsync(
        string peer, IReadOnlyList<MetadataShape> sent, Uri direct, Uri through)
    {
        if (peer == "net")
        {
            return (await AskNetAsync(direct, sent), await AskNetAsync(through, sent));
        }

        using var folder = new TempDirectory("metadata");
        var shapes = folder.Combine("shapes.json");
        await File.WriteAllTextAsync(shapes, MetadataShapes.Json(sent), TestContext.Current.CancellationToken);
        string said;
        if (peer == "python")
        {
            said = await DebianPython.RunAsync(PythonServer.Script("metadata_client.py"), shapes, direct.Authority, through.Authority);
        }
        else
        {
            (var code, said) = await NpmTools.RunProgramAsync(
                folder.Path, "node", Script, NpmTools.Folder, shapes, direct.Authority, through.Authority);
            code.ShouldBe(0, said);
        }

        var seen = JsonNode.Parse(said)!.AsArray();
        return (seen[0]!.AsObject(), seen[1]!.AsObject());
    }

    private static string Script => PythonServer.Script("metadata.cjs");

    private static async Task<(Uri Address, IAsyncDisposable Server)> StartNetAsync()
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.ConfigureKestrel(kestrel =>
        {
            kestrel.Limits.MaxRequestHeadersTotalSize = kestrel.Limits.Http2.MaxRequestHeaderFieldSize = 1 << 20;
            kestrel.Limits.MaxRequestHeaderCount = 1000;
            kestrel.Listen(IPAddress.Loopback, 0, port => port.Protocols = HttpProtocols.Http2);
        });
        builder.Services.AddGrpc();
        var app = builder.Build();
        app.MapGrpcService<MetadataService>();
        await app.StartAsync(TestContext.Current.CancellationToken).Within();
        return (new Uri(app.Urls.Single()), app);
    }

    /// <summary>Sends each shape by .NET's client.</summary>
    /// <returns>The answers, by the name of the shape.</returns>
    public static async Task<JsonObject> AskNetAsync(Uri address, IReadOnlyList<MetadataShape> shapes)
    {
#pragma warning disable CA2262 // in KiB, and meant so
        using var handler = new SocketsHttpHandler { MaxResponseHeadersLength = 1024 };
#pragma warning restore CA2262
        using var channel = GrpcChannel.ForAddress(address, new GrpcChannelOptions { HttpHandler = handler });
        var seen = new JsonObject();
        foreach (var shape in shapes)
        {
            seen[shape.Name] = await AskNetAsync(channel, shape);
        }

        return seen;
    }

    private static async Task<JsonObject> AskNetAsync(GrpcChannel channel, MetadataShape shape)
    {
        var metadata = new Metadata();
        foreach (var field in shape.Metadata)
        {
            var bytes = Convert.FromBase64String(field[1]);
            metadata.Add(field[0].EndsWith("-bin", StringComparison.Ordinal)
                ? new(field[0], bytes) : new(field[0], Encoding.Latin1.GetString(bytes)));
        }

        using var call = channel.CreateCallInvoker().AsyncUnaryCall(
            MetadataRpc.Method(shape.Method), null, new CallOptions(metadata, cancellationToken: TestContext.Current.CancellationToken),
            Encoding.UTF8.GetBytes(shape.Message));
        await call.ResponseAsync.Within().ContinueWith(_ => { }, TaskScheduler.Default);
        return new JsonObject
        {
            ["code"] = (int)call.GetStatus().StatusCode,
            ["message"] = call.GetStatus().Detail,
            ["headers"] = Fields(await call.ResponseHeadersAsync),
            ["trailers"] = Fields(call.GetTrailers()),
        };
    }

    private static JsonNode Fields(Metadata metadata) => JsonSerializer.SerializeToNode(metadata
        .OrderBy(entry => entry.Key, StringComparer.Ordinal)
        .Select(entry => (entry.Key, Value: entry.IsBinary ? entry.ValueBytes : Encoding.Latin1.GetBytes(entry.Value)))
        .Select(entry => new[] { entry.Key, Convert.ToBase64String(entry.Value) }))!;
}
