using System.Net.Http.Headers;
using System.Security.Cryptography;
using Dashboards.Tests.Live;

[assembly: AssemblyFixture(typeof(GatewayUnderPrometheus))]

namespace Dashboards.Tests.Live;

/// <summary>A gateway before an analyzer, under a few calls of each kind.</summary>
public sealed class GatewayUnderPrometheus() : HostUnderPrometheus("gateway")
{
    private readonly int _grpcPort = LoopbackPort.FindFree();

    protected override IReadOnlyList<string> Signs => ["job:gateway_hop_seconds:p99_5m > 0"];

    protected override Task<IReadOnlyList<IDisposable>> StartAsync(int port)
    {
        var (analyzer, backend) = (LoopbackPort.FindFree(), LoopbackPort.FindFree());
        return Task.FromResult<IReadOnlyList<IDisposable>>(
        [
            BuiltProgram.Start("Analyzer.Service", Folder.Path, $"--Analyzer:HttpPort={analyzer}", $"--Analyzer:GrpcPort={backend}"),
            BuiltProgram.Start(
                "Gateway", Folder.Path, $"--Gateway:HttpPort={port}", $"--Gateway:GrpcPort={_grpcPort}",
                $"--Gateway:Backends=http://127.0.0.1:{backend}"),
        ]);
    }

    protected override async Task UseAsync(HttpClient http, Uri host)
    {
        using var file = new ByteArrayContent(RandomNumberGenerator.GetBytes(1000));
        using var submitted = await http.PostAsync(new Uri(host, "/v1/files"), file);
        using var found = await http.GetAsync(new Uri(host, submitted.Headers.Location ?? new("/v1/files", UriKind.Relative)));
        using var unknown = await http.GetAsync(new Uri(host, "/v1/files/none"));
        var grpc = new Uri($"http://127.0.0.1:{_grpcPort}");
        using var described = await http.SendAsync(Question(grpc, "analyzer.v1.Analyzer/Describe"));
        using var passed = await http.SendAsync(Question(grpc, "grpc.health.v1.Health/Check"));
    }

    /// <summary>A call of gRPC with an empty message.</summary>
    private static HttpRequestMessage Question(Uri address, string method) => new(HttpMethod.Post, new Uri(address, method))
    {
        Version = new Version(2, 0),
        VersionPolicy = HttpVersionPolicy.RequestVersionExact,
        Headers = { TE = { new("trailers") } },
        Content = new ByteArrayContent(new byte[5]) { Headers = { ContentType = new MediaTypeHeaderValue("application/grpc") } },
    };
}
