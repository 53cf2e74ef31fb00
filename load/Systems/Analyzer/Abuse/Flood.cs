using System.Security.Cryptography;
using Analyzer.Protos.V1;
using Google.Protobuf;
using Grpc.Core;
using Grpc.Net.Client;
using Hosting.Limits;
using Load.Systems.Analyzer.Operations;
using Load.Systems.Analyzer.Transports;
using AnalyzerClient = Analyzer.Protos.V1.Analyzer.AnalyzerClient;

namespace Load.Systems.Analyzer.Abuse;

/// <summary>A kind of attack on a service that also has honest clients.</summary>
/// <param name="Name">In tables and on the command line.</param>
/// <param name="RunAsync">Goes on until the token fires; what the service does to it is no failure.</param>
internal sealed record Flood(string Name, Func<RunningAnalyzer, CancellationToken, Task> RunAsync)
{
    public const string Dimension = "flood";

    private const int Declared = 1 << 30;
    private const int HalfSent = 10_000;
    private const int PieceBytes = 64 << 10;
    private const int StreamedPieces = 1024;

    public static IReadOnlyList<Flood> All { get; } =
    [
        new("none", (_, _) => Task.CompletedTask),
        new("declared", Sockets(64, $"POST /v1/files HTTP/1.1\r\nHost: localhost\r\nContent-Length: {Declared}\r\n\r\n%", drip: null)),
        new("declared-grpc", DeclareAsync),
        HalfHeaders(HandleLimit.Read()),
        new("slow", Sockets(64, "POST /v1/files HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000\r\n\r\n%", drip: "x")),
        new("rapid-reset", (analyzer, stop) => Task.WhenAll(Enumerable.Range(0, 4).Select(_ => RapidReset.RunAsync(analyzer.Grpc, stop)))),
        new("misses", MissAsync),
        new("known-stream", StreamOnAsync),
    ];

    /// <summary>
    /// More connections than the service takes by default. Where the lab may not have as many, the row is named after the number.
    /// </summary>
    /// <param name="handles">How many files and sockets the lab's process may have open; null for any number.</param>
    public static Flood HalfHeaders(int? handles)
    {
        var count = HandleLimit.Bound(HalfSent, handles);
        return new(
            count == HalfSent ? "half-headers" : $"half-headers-{count}",
            Sockets(count, "GET /v1/rules HTTP/1.1\r\nHost: localhost\r\nX-", drip: null, again: TimeSpan.FromSeconds(2)));
    }

    /// <summary>
    /// A number of connections, each of which sends the same bytes, and then a few more now and then. A connection that is closed returns
    /// after a while: thousands that come at once would flood the lab.
    /// </summary>
    private static Func<RunningAnalyzer, CancellationToken, Task> Sockets(int count, string text, string? drip, TimeSpan again = default) =>
        (analyzer, stop) => Task.WhenAll(
            Enumerable.Range(0, count).Select(_ => HeldConnection.RunAsync(analyzer.Http, text, drip, again, stop)));

    private static async Task DeclareAsync(RunningAnalyzer analyzer, CancellationToken stop)
    {
        using var channel = GrpcChannel.ForAddress(analyzer.Grpc);
        var client = new AnalyzerClient(channel);
        await Task.WhenAll(Enumerable.Range(0, 64).Select(async _ =>
        {
            try
            {
                using var call = client.SubmitFile(cancellationToken: stop);
                await call.RequestStream.WriteAsync(new SubmitFileRequest { Metadata = new FileMetadata { Size = Declared } }, stop);
                await call.RequestStream.WriteAsync(new SubmitFileRequest { Data = ByteString.CopyFromUtf8("%") }, stop);
                await call.ResponseAsync;
            }
            catch (Exception ended) when (ended is RpcException or IOException or OperationCanceledException or HttpRequestException)
            {
                // Refused, or the time is over.
            }
        }));
    }

    private static Task MissAsync(RunningAnalyzer analyzer, CancellationToken stop) =>
        Task.WhenAll(Enumerable.Range(0, 4).Select(async number =>
        {
            using var caller = analyzer.Transport(TransportCatalog.Grpc).NewCaller(number);
            while (!stop.IsCancellationRequested)
            {
                await caller.LookUpAsync(default, stop);
            }
        }));

    /// <summary>Clients that name a known file and stream it nevertheless, because they do not read the answer.</summary>
    private static async Task StreamOnAsync(RunningAnalyzer analyzer, CancellationToken stop)
    {
        using var channel = GrpcChannel.ForAddress(analyzer.Grpc);
        var client = new AnalyzerClient(channel);
        var piece = new SubmitFileRequest { Data = ByteString.CopyFrom(new byte[PieceBytes]) };
        var metadata = new SubmitFileRequest
        {
            Metadata = new FileMetadata { Sha256 = Convert.ToHexStringLower(SHA256.HashData(piece.Data.Span)) },
        };
        await SubmitAsync(1); // the file is known from here on
        await Task.WhenAll(Enumerable.Range(0, 8).Select(async _ =>
        {
            while (!stop.IsCancellationRequested)
            {
                await SubmitAsync(StreamedPieces);
            }
        }));

        async Task SubmitAsync(int pieces)
        {
            try
            {
                using var call = client.SubmitFile(cancellationToken: stop);
                await call.RequestStream.WriteAsync(metadata, stop);
                for (var sent = 0; sent < pieces; sent++)
                {
                    await call.RequestStream.WriteAsync(piece, stop);
                }

                await call.RequestStream.CompleteAsync();
                await call.ResponseAsync;
            }
            catch (Exception ended) when (ended is RpcException or IOException or OperationCanceledException or HttpRequestException
                or InvalidOperationException)
            {
                // Answered or refused before its end, or the time is over.
            }
        }
    }
}
