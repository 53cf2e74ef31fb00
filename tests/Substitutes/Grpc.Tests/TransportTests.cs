using System.Net;
using System.Net.Quic;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using Grpc.Net.Client;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.AspNetCore.TestHost;
using Microsoft.Extensions.DependencyInjection;

namespace Grpc.Tests;

/// <summary>Ways to a server besides cleartext HTTP/2.</summary>
public sealed class TransportTests
{
    private static CancellationToken Deadline => TestDeadline.Token;

    [Fact]
    public async Task Tls_FourKinds_Work()
    {
        using var certificate = SelfSigned();
        await using var host = await StartAsync(listen => listen.UseHttps(certificate));
        using var channel = GrpcChannel.ForAddress(
            host.Address, new GrpcChannelOptions { HttpHandler = HandlerTrusting(certificate), DisposeHttpClient = true });
        await TryAllAsync(new Kinds.KindsClient(channel), "HTTP/2");
    }

    [Fact]
    public async Task Http3_FourKinds_Work()
    {
#pragma warning disable CA1416 // IsSupported is what tells.
        Assert.SkipUnless(QuicListener.IsSupported, "msquic is not here.");
#pragma warning restore CA1416
        using var certificate = SelfSigned();
        await using var host = await StartAsync(listen =>
        {
            listen.Protocols = HttpProtocols.Http3;
            listen.UseHttps(certificate);
        });
        using var channel = GrpcChannel.ForAddress(
            host.Address,
            new GrpcChannelOptions
            {
                HttpHandler = HandlerTrusting(certificate),
                DisposeHttpClient = true,
                HttpVersion = HttpVersion.Version30,
                HttpVersionPolicy = HttpVersionPolicy.RequestVersionExact,
            });
        await TryAllAsync(new Kinds.KindsClient(channel), "HTTP/3");
    }

    [Fact]
    public async Task Http11_IsToldToUpgrade()
    {
        await using var host = await StartAsync(listen => listen.Protocols = HttpProtocols.Http1);
        using var http = new HttpClient();
        using var content = new ByteArrayContent(Frame.Of(new Note()));
        content.Headers.TryAddWithoutValidation("Content-Type", "application/grpc");
        using var response = await http.PostAsync(new Uri($"{host.Address}/grpc.tests.Kinds/Unary"), content, Deadline);
        response.StatusCode.ShouldBe(HttpStatusCode.UpgradeRequired);
        response.Headers.GetValues("grpc-message").Single().ShouldContain("HTTP/2");
    }

    [Fact]
    public async Task GivenHttpClient_IsUsedAndKept()
    {
        await using var host = await StartAsync(listen => listen.Protocols = HttpProtocols.Http2);
        using var http = new HttpClient();
        for (var i = 0; i < 2; i++)
        {
            using var channel = GrpcChannel.ForAddress(host.Address, new GrpcChannelOptions { HttpClient = http });
            await TryAllAsync(new Kinds.KindsClient(channel), "HTTP/2");
        }
    }

    [Fact]
    public async Task TestServer_FourKinds_Work()
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.WebHost.UseTestServer();
        builder.Services.AddSingleton(new Script { Unary = Protocol }).AddGrpc();
        await using var app = builder.Build();
        app.MapGrpcService<ScriptedService>();
        await app.StartAsync(Deadline);
        using var channel = GrpcChannel.ForAddress(
            "http://localhost", new GrpcChannelOptions { HttpHandler = app.GetTestServer().CreateHandler() });
        await TryAllAsync(new Kinds.KindsClient(channel), "HTTP/2");
    }

    [Theory]
    [InlineData("ftp://host")]
    [InlineData("unix:/path")]
    public void ForAddress_OtherScheme_IsRefused(string address) =>
        Should.Throw<ArgumentException>(() => GrpcChannel.ForAddress(address)).Message.ShouldContain(address);

    [Fact]
    public void ForAddress_HandlerAndClient_IsRefused()
    {
        using var http = new HttpClient();
        using var handler = new SocketsHttpHandler();
        Should.Throw<ArgumentException>(
            () => GrpcChannel.ForAddress("http://host", new GrpcChannelOptions { HttpClient = http, HttpHandler = handler }));
    }

    private static Task<Note> Protocol(Note note, ServerCallContext context) =>
        Task.FromResult(new Note { Text = context.GetHttpContext().Request.Protocol });

    private static Task<GrpcHost> StartAsync(Action<ListenOptions> listen) => GrpcHost.StartAsync(
        services => services.AddSingleton(new Script { Unary = Protocol }).AddGrpc(),
        app => app.MapGrpcService<ScriptedService>(),
        listen,
        Deadline);

    private static async Task TryAllAsync(Kinds.KindsClient client, string protocol)
    {
        (await client.UnaryAsync(new Note(), cancellationToken: Deadline)).Text.ShouldBe(protocol);

        using var collect = client.Collect(cancellationToken: Deadline);
        for (var i = 0; i < 10; i++)
        {
            await collect.RequestStream.WriteAsync(new Note { Number = i }, Deadline);
        }

        await collect.RequestStream.CompleteAsync();
        (await collect).Number.ShouldBe(45);

        using var expand = client.Expand(new Note { Number = 10 }, cancellationToken: Deadline);
        (await expand.ResponseStream.ReadAllAsync(Deadline).CountAsync(Deadline)).ShouldBe(10);

        await client.ShouldConverseAsync(10, Deadline);
    }

    private static SocketsHttpHandler HandlerTrusting(X509Certificate2 certificate) => new()
    {
        EnableMultipleHttp2Connections = true,
        SslOptions = { RemoteCertificateValidationCallback = (_, shown, _, _) => certificate.Equals(shown) },
    };

    private static X509Certificate2 SelfSigned()
    {
        using var key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        var request = new CertificateRequest("CN=localhost", key, HashAlgorithmName.SHA256);
        var now = TimeProvider.System.GetUtcNow();
        using var certificate = request.CreateSelfSigned(now.AddDays(-1), now.AddDays(1));
        return X509CertificateLoader.LoadPkcs12(certificate.Export(X509ContentType.Pkcs12), null);
    }
}
