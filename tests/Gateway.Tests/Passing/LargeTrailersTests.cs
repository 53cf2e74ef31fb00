using System.Net;
using Grpc.Core;
using Grpc.Net.Client;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.Extensions.Logging;

namespace Gateway.Tests.Passing;

/// <summary>Much metadata from a backend: it passes, or the client hears that it is too much. It is never a reason to try again.</summary>
public sealed class LargeTrailersTests
{
    private static readonly Marshaller<byte[]> Bytes = Marshallers.Create(bytes => bytes, bytes => bytes);
    private static readonly Method<byte[], byte[]> Ask = new(MethodType.Unary, "large.v1.Large", "Ask", Bytes, Bytes);

    [Theory]
    [InlineData(50_000, true, StatusCode.OK)]
    [InlineData(50_000, false, StatusCode.OK)]
    [InlineData(100_000, true, StatusCode.ResourceExhausted)]
    [InlineData(100_000, false, StatusCode.ResourceExhausted)]
    [InlineData(1_000_000, true, StatusCode.ResourceExhausted)]
    [InlineData(1_000_000, false, StatusCode.ResourceExhausted)]
    public async Task Metadata_OfABackend_PassesOrIsRefusedOnce(int bytes, bool inTrailers, StatusCode expected)
    {
        var calls = 0;
        await using var backend = await StartAsync(bytes, inTrailers, () => calls++);
        await using var gateway = await GatewayHost.StartUnwatchedAsync(new Uri(backend.Urls.Single()));
        using var clean = gateway.Log.ExpectClean();
#pragma warning disable CA2262 // in KiB, and meant so
        using var handler = new SocketsHttpHandler { MaxResponseHeadersLength = 2048 };
#pragma warning restore CA2262
        using var channel = GrpcChannel.ForAddress(gateway.Http2, new GrpcChannelOptions { HttpHandler = handler });

        using var call = channel.CreateCallInvoker().AsyncUnaryCall(
            Ask, host: null, new CallOptions(cancellationToken: TestContext.Current.CancellationToken), []);
        var status = StatusCode.OK;
        try
        {
            await call.ResponseAsync.Within();
            var metadata = inTrailers ? call.GetTrailers() : await call.ResponseHeadersAsync;
            metadata.Where(entry => entry.Key.StartsWith("large")).Sum(entry => entry.Value.Length).ShouldBe(bytes);
        }
        catch (RpcException refused)
        {
            status = refused.StatusCode;
            refused.Status.Detail.ShouldContain("MaxResponseMetadataBytes");
        }

        status.ShouldBe(expected);
        calls.ShouldBe(1);
    }

    private static async Task<WebApplication> StartAsync(int bytes, bool inTrailers, Action called)
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.ConfigureKestrel(kestrel => kestrel.Listen(IPAddress.Loopback, 0, port => port.Protocols = HttpProtocols.Http2));
        var app = builder.Build();
        app.Run(async context =>
        {
            called();
            context.Response.ContentType = "application/grpc";
            const int Each = 1000;
            for (var i = 0; i < bytes / Each; i++)
            {
                if (inTrailers)
                {
                    context.Response.AppendTrailer($"large{i}", new string('x', Each));
                }
                else
                {
                    context.Response.Headers[$"large{i}"] = new string('x', Each);
                }
            }

            await context.Response.BodyWriter.WriteAsync(new byte[5], context.RequestAborted);
            context.Response.AppendTrailer("grpc-status", "0");
        });
        await app.StartAsync(TestContext.Current.CancellationToken).Within();
        return app;
    }
}
