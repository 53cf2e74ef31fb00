using System.Net;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Yarp.ReverseProxy.Forwarder;

// YARP's forwarder in front of one analyzer: REST over HTTP/1.1, and gRPC over HTTP/2. The argument is a file with the settings
// HttpPort, GrpcPort, Rest and Grpc.
var builder = WebApplication.CreateSlimBuilder();
builder.Configuration.AddJsonFile(args[0]);
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
var forwarder = app.Services.GetRequiredService<IHttpForwarder>();
using var client = new HttpMessageInvoker(new SocketsHttpHandler
{
    UseProxy = false,
    UseCookies = false,
    AllowAutoRedirect = false,
    AutomaticDecompression = DecompressionMethods.None,
    ActivityHeadersPropagator = null,
    EnableMultipleHttp2Connections = true,
});
var (rest, grpc) = (settings["Rest"]!, settings["Grpc"]!);
var (http1, http2) = (Over(HttpVersion.Version11), Over(HttpVersion.Version20));
app.Run(async context =>
{
    var isGrpc = HttpProtocol.IsHttp2(context.Request.Protocol);
    await forwarder.SendAsync(context, isGrpc ? grpc : rest, client, isGrpc ? http2 : http1);
});
await app.RunAsync();

static ForwarderRequestConfig Over(Version version) =>
    new() { Version = version, VersionPolicy = HttpVersionPolicy.RequestVersionExact };
