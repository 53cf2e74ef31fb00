using System.CommandLine;
using System.Net;
using Hosting.Lifetime;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Yarp.ReverseProxy.Forwarder;

namespace YarpPeer;

/// <summary>YARP's forwarder in front of one analyzer: REST over HTTP/1.1, and gRPC over HTTP/2.</summary>
internal static class ForwarderCommand
{
    public static RootCommand Create()
    {
        var settings = new Argument<string>("settings") { Description = "A JSON file with HttpPort, GrpcPort, Rest and Grpc." };
        var root = new RootCommand("Passes calls on to an analyzer through YARP, until it is stopped.") { settings };
        root.SetAction((parsed, cancellationToken) => RunAsync(parsed.GetValue(settings)!, cancellationToken));
        return root;
    }

    private static async Task<int> RunAsync(string file, CancellationToken cancellationToken)
    {
        if (!File.Exists(file))
        {
            await Console.Error.WriteLineAsync($"There is no file {file} with settings.");
            return ExitCode.NotDone;
        }

        var builder = WebApplication.CreateSlimBuilder();
        builder.Configuration.AddJsonFile(Path.GetFullPath(file));
        builder.Logging.ClearProviders();
        var settings = builder.Configuration;
        builder.WebHost.ConfigureKestrel(kestrel =>
        {
            kestrel.Limits.MaxRequestBodySize = null;
            kestrel.Limits.MinRequestBodyDataRate = null;
            kestrel.Listen(IPAddress.Loopback, settings.GetValue<int>("HttpPort"), port => port.Protocols = HttpProtocols.Http1);
            kestrel.Listen(IPAddress.Loopback, settings.GetValue<int>("GrpcPort"), port => port.Protocols = HttpProtocols.Http2);
        });
        builder.Services.AddHttpForwarder();
        await using var app = builder.Build();
        Pass(app, settings["Rest"]!, settings["Grpc"]!);
        await app.StartAsync(cancellationToken);
        await app.WaitForShutdownAsync(cancellationToken);
        return ExitCode.Done;
    }

    private static void Pass(WebApplication app, string rest, string grpc)
    {
        var forwarder = app.Services.GetRequiredService<IHttpForwarder>();
        var client = new HttpMessageInvoker(new SocketsHttpHandler
        {
            UseProxy = false,
            UseCookies = false,
            AllowAutoRedirect = false,
            AutomaticDecompression = DecompressionMethods.None,
            ActivityHeadersPropagator = null,
            EnableMultipleHttp2Connections = true,
        });
        var (http1, http2) = (Over(HttpVersion.Version11), Over(HttpVersion.Version20));
        app.Run(async context =>
        {
            var isGrpc = HttpProtocol.IsHttp2(context.Request.Protocol);
            await forwarder.SendAsync(context, isGrpc ? grpc : rest, client, isGrpc ? http2 : http1);
        });
    }

    private static ForwarderRequestConfig Over(Version version) =>
        new() { Version = version, VersionPolicy = HttpVersionPolicy.RequestVersionExact };
}
