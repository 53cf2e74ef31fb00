using System.Diagnostics;
using System.Text.Json.Nodes;
using System.Threading.Channels;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.Logging;

namespace Hosting.Tests.Otlp;

/// <summary>A collector that is a bare web server: OTLP over HTTP is protobuf in the body of a POST.</summary>
internal sealed class OtlpReceiver : IAsyncDisposable
{
    /// <summary>OpenTelemetry's own JavaScript has the messages of all requests, made from its own definitions.</summary>
    private const string Decoder = """
        const [root, signal, name, file] = process.argv.slice(1);
        const type = require(root).opentelemetry.proto.collector[signal].v1[name];
        const message = type.decode(require('fs').readFileSync(file));
        console.log(JSON.stringify(type.toObject(message, { longs: String, enums: String, bytes: String, defaults: false })));
        """;

    private readonly Channel<(string Path, string Type, string Key, byte[] Body)> _received =
        Channel.CreateUnbounded<(string Path, string Type, string Key, byte[] Body)>();

    private readonly WebApplication _server;

    private OtlpReceiver(Func<bool> accepts)
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.UseUrls("http://127.0.0.1:0");
        _server = builder.Build();
        _server.Run(async context =>
        {
            using var body = new MemoryStream();
            await context.Request.Body.CopyToAsync(body, context.RequestAborted);
            context.Response.StatusCode = accepts() ? StatusCodes.Status200OK : StatusCodes.Status503ServiceUnavailable;
            _received.Writer.TryWrite(
                (context.Request.Path!, context.Request.ContentType!, $"{context.Request.Headers["api-key"]}", body.ToArray()));
        });
    }

    public string Url => _server.Urls.Single();

    public static async Task<OtlpReceiver> StartAsync(Func<bool>? accepts = null)
    {
        var receiver = new OtlpReceiver(accepts ?? (() => true));
        await receiver._server.StartAsync(TestContext.Current.CancellationToken);
        return receiver;
    }

    /// <summary>The next request.</summary>
    public Task<(string Path, string Type, string Key, byte[] Body)> NextAsync() =>
        _received.Reader.ReadAsync(TestContext.Current.CancellationToken).AsTask().Within();

    /// <summary>A request as OpenTelemetry itself reads it; skips the test where its package is not installed.</summary>
    /// <param name="signal">Such as <c>metrics</c>.</param>
    /// <param name="name">The message's.</param>
    /// <param name="body">What came.</param>
    public static async Task<JsonNode> DecodeAsync(string signal, string name, byte[] body)
    {
        var root = Path.Combine(
            SharedData.RepositoryRoot, "artifacts", "npm", "node_modules", "@opentelemetry", "otlp-proto-exporter-base", "build", "src",
            "generated", "root.js");
        if (!File.Exists(root))
        {
            MissingPeer.Skip("OpenTelemetry's package is missing: see tests/Api.Tests/Npm/package.json.");
        }

        using var folder = new TempDirectory("otlp");
        var file = folder.Combine("request");
        await File.WriteAllBytesAsync(file, body);
        var node = InstalledProgram.SkipUnlessPresent("node", package: "nodejs");
        using var process = Process.Start(new ProcessStartInfo(node, ["-e", Decoder, root, signal, name, file])
        {
            RedirectStandardOutput = true,
        })!;
        var text = await process.StandardOutput.ReadToEndAsync(TestContext.Current.CancellationToken).Within();
        await process.WaitForExitAsync(TestContext.Current.CancellationToken).Within();
        process.ExitCode.ShouldBe(0);
        return JsonNode.Parse(text)!;
    }

    public ValueTask DisposeAsync() => _server.DisposeAsync();
}
