using System.Net;
using System.Net.Sockets;
using Analyzer.Protos.V1;
using Hosting.Listeners;
using Analyzer.Service.Tests.Edges;
using Google.Protobuf;
using Grpc.Net.Client;
using Rpc = Analyzer.Protos.V1.Analyzer;

namespace Analyzer.Service.Tests.Transport;

/// <summary>The TLS endpoint: each HTTP version, REST and gRPC, with proof that the answer came over it.</summary>
public sealed class TlsTests
{
    private const string Password = "test";

    [Theory]
    [InlineData("1.1")]
    [InlineData("2.0")]
    [InlineData("3.0")]
    public async Task Rest_OverTls_AnswersOverThatVersion(string version)
    {
        SkipHttp3WhereAbsent(version);
        using var directory = new TempDirectory();
        await using var host = await StartAsync(directory);
        using var clean = host.Log.ExpectClean();
        using var client = Client(host);
        using var request = new HttpRequestMessage(HttpMethod.Post, "/v1/files")
        {
            Content = new ByteArrayContent(Pieces.Pdf),
            Version = Version.Parse(version),
            VersionPolicy = HttpVersionPolicy.RequestVersionExact,
        };

        using var response = await client.SendAsync(request, TestContext.Current.CancellationToken).Within();

        response.StatusCode.ShouldBe(HttpStatusCode.Created);
        response.Version.ShouldBe(Version.Parse(version));
    }

    [Theory]
    [InlineData("2.0")]
    [InlineData("3.0")]
    public async Task Grpc_OverTls_AnswersOverThatVersion(string version)
    {
        SkipHttp3WhereAbsent(version);
        using var directory = new TempDirectory();
        await using var host = await StartAsync(directory);
        using var clean = host.Log.ExpectClean();
        var seen = new VersionRecorder(Handler());
        using var channel = GrpcChannel
            .ForAddress(host.Tls!, new GrpcChannelOptions { HttpHandler = seen, HttpVersion = Version.Parse(version) });
        using var call = new Rpc.AnalyzerClient(channel).SubmitFile(cancellationToken: TestContext.Current.CancellationToken);

        await call.RequestStream.WriteAsync(new SubmitFileRequest { Metadata = new FileMetadata() }, TestContext.Current.CancellationToken)
            .Within();
        await call.RequestStream.WriteAsync(
            new SubmitFileRequest { Data = ByteString.CopyFrom(Pieces.Pdf) }, TestContext.Current.CancellationToken).Within();
        await call.RequestStream.CompleteAsync().Within();
        var response = await call.ResponseAsync.Within();

        response.Report.Sha256.ShouldBe(Pieces.Sha256(Pieces.Pdf));
        seen.Version.ShouldBe(Version.Parse(version));
    }

    [Theory]
    [InlineData("1603010002FFFF")]
    [InlineData("16030100040100 0000")]
    [InlineData("160301000601000002FFFF")]
    [InlineData("15030100020228")]
    [InlineData("474554202F20485454502F312E310D0A0D0A")]
    public async Task Handshake_OfOddBytes_IsClosedWithoutAnErrorInTheLog(string hello)
    {
        using var directory = new TempDirectory();
        await using var host = await StartAsync(directory);
        using (host.Log.ExpectClean())
        {
            using var wire = new TcpClient();
            await wire.ConnectAsync(host.Tls!.Host, host.Tls.Port, TestContext.Current.CancellationToken).AsTask().Within();
            await wire.GetStream().WriteAsync(Convert.FromHexString(hello.Replace(" ", "")), TestContext.Current.CancellationToken)
                .AsTask().Within();

            await wire.GetStream().CopyToAsync(Stream.Null, TestContext.Current.CancellationToken).Within(); // until it is closed

            using var client = Client(host);
            (await client.GetAsync("/healthz/live", TestContext.Current.CancellationToken).Within()).StatusCode.ShouldBe(HttpStatusCode.OK);
        }
    }

    [Fact]
    public async Task Ready_WithTls_SaysWhetherHttp3IsServed()
    {
        using var directory = new TempDirectory();
        await using var host = await StartAsync(directory);
        using var client = Client(host);

        var ready = await client.GetStringAsync("/healthz/ready", TestContext.Current.CancellationToken).Within();

        var expected = ServedProtocols.Http3Available ? "HTTP/2 and HTTP/3" : "no HTTP/3";
        ready.ShouldContain(expected);
        host.Log.Records.ShouldContain(record => record.Message.StartsWith("Serving") && record.Message.Contains(expected));
    }

    private static void SkipHttp3WhereAbsent(string version)
    {
        if (version == "3.0")
        {
            Http3.SkipWhereAbsent();
        }
    }

    private static Task<AnalyzerHost> StartAsync(TempDirectory directory) => AnalyzerHost.StartAsync(
        $"TlsPort={LoopbackPort.FindFree()}",
        $"Certificate={TestCertificate.WritePfx(directory.Path, Password)}",
        $"CertificatePassword={Password}");

    private static HttpClient Client(AnalyzerHost host) => new(Handler()) { BaseAddress = host.Tls };

    private static SocketsHttpHandler Handler() =>
        new()
        {
            SslOptions =
            {
                RemoteCertificateValidationCallback = (_, certificate, _, _) => certificate?.Subject == TestCertificate.Subject,
            },
        };

    private sealed class VersionRecorder(HttpMessageHandler inner) : DelegatingHandler(inner)
    {
        public Version? Version { get; private set; }

        protected override async Task<HttpResponseMessage> SendAsync(HttpRequestMessage request, CancellationToken cancellationToken)
        {
            var response = await base.SendAsync(request, cancellationToken);
            Version = response.Version;
            return response;
        }
    }
}
