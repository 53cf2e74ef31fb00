using System.Net;
using Analyzer.Protos.V1;
using Analyzer.Service.Tests.Transport;
using Google.Protobuf;
using Grpc.Core;
using Grpc.Net.Client;
using Hosting.Listeners;
using Rpc = Analyzer.Protos.V1.Analyzer;

namespace Gateway.Tests.Rest;

/// <summary>The gateway's TLS port: each HTTP version, REST and gRPC.</summary>
public sealed class TlsTests
{
    private const string Password = "test";

    private static readonly byte[] File = "%PDF-1.4\n"u8.ToArray();

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Calls_OverEachVersion_AreAnswered()
    {
        using var directory = new TempDirectory("tls");
        await using var analyzer = await AnalyzerBackend.StartAsync();
        await using var gateway = await GatewayHost.StartAsync(
            [analyzer.Http2],
            $"TlsPort={LoopbackPort.FindFree()}",
            $"Certificate={TestCertificate.WritePfx(directory.Path, Password)}",
            $"CertificatePassword={Password}");
        using var clean = gateway.Log.ExpectClean();
        using var http = new HttpClient(Handler()) { BaseAddress = gateway.Tls };

        foreach (var version in ServedProtocols.Http3Available ? new[] { "1.1", "2.0", "3.0" } : ["1.1", "2.0"])
        {
            using var request = new HttpRequestMessage(HttpMethod.Post, "/v1/files")
            {
                Content = new ByteArrayContent(File),
                Version = Version.Parse(version),
                VersionPolicy = HttpVersionPolicy.RequestVersionExact,
            };
            using var response = await http.SendAsync(request, Token).Within();

            response.StatusCode.ShouldBe(version == "1.1" ? HttpStatusCode.Created : HttpStatusCode.OK, version);
            response.Version.ShouldBe(request.Version);
            if (version != "1.1")
            {
                await ShouldPassAsync(gateway.Tls!, request.Version);
            }
        }
    }

    [Fact]
    public async Task Connections_OfOneAddress_AreBoundedOverHttp3Too()
    {
        Http3.SkipWhereAbsent();
        using var directory = new TempDirectory("tls");
        await using var gateway = await GatewayHost.StartUnreadyAsync(
            "Clients:ConnectionsEach=1",
            $"TlsPort={LoopbackPort.FindFree()}",
            $"Certificate={TestCertificate.WritePfx(directory.Path, Password)}",
            $"CertificatePassword={Password}");
        using var first = OverHttp3(gateway.Tls!);
        using var second = OverHttp3(gateway.Tls!);

        (await first.GetStringAsync("/healthz/live", Token).Within()).ShouldNotBeNull();
        await Should.ThrowAsync<HttpRequestException>(second.GetStringAsync("/healthz/live", Token).Within());
        (await first.GetStringAsync("/healthz/live", Token).Within()).ShouldNotBeNull();

        first.Dispose();
        await UntilServedAsync(second).Within();
    }

    private static async Task UntilServedAsync(HttpClient http)
    {
        while (true)
        {
            try
            {
                await http.GetStringAsync("/healthz/live", Token);
                return;
            }
            catch (HttpRequestException)
            {
                await Task.Delay(20, Token); // the connection before it is not closed yet
            }
        }
    }

    private static HttpClient OverHttp3(Uri address) => new(Handler())
    {
        BaseAddress = address,
        DefaultRequestVersion = HttpVersion.Version30,
        DefaultVersionPolicy = HttpVersionPolicy.RequestVersionExact,
    };

    private static async Task ShouldPassAsync(Uri address, Version version)
    {
        using var channel = GrpcChannel.ForAddress(address, new GrpcChannelOptions { HttpHandler = Handler(), HttpVersion = version });
        var client = new Rpc.AnalyzerClient(channel);

        using var submit = client.SubmitFile(cancellationToken: Token);
        await submit.RequestStream.WriteAsync(new SubmitFileRequest { Metadata = new FileMetadata() }, Token).Within();
        await submit.RequestStream.WriteAsync(new SubmitFileRequest { Data = ByteString.CopyFrom(File) }, Token).Within();
        await submit.RequestStream.CompleteAsync().Within();
        var submitted = await submit.ResponseAsync.Within();
        var refused = await Should.ThrowAsync<RpcException>(
            async () => await client.AnalyzeResultAsync(new AnalyzeResultRequest { Sha256 = "abc" }, cancellationToken: Token));

        submitted.Known.ShouldBeTrue($"{version}");
        refused.StatusCode.ShouldBe(StatusCode.InvalidArgument, $"{version}");
    }

    private static SocketsHttpHandler Handler() => new()
    {
        SslOptions =
        {
            RemoteCertificateValidationCallback = (_, certificate, _, _) => certificate?.Subject == TestCertificate.Subject,
        },
    };
}
