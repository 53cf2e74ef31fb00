using System.Buffers.Binary;
using System.Collections.Concurrent;
using System.Net;
using System.Net.Http.Headers;
using System.Security.Cryptography;
using Analyzer.Protos.V1;
using Analyzer.Service.Tests.Submit;
using Google.Protobuf;
using Grpc.Core;
using Grpc.Net.Client;
using Microsoft.Extensions.DependencyInjection;

namespace Analyzer.Service.Tests.Abuse;

/// <summary>
/// A client that names a known file and streams on, as Grpc.Net.Client does: it learns of the answer when it has it, and only then stops.
/// No other call on its connection may suffer.
/// </summary>
public sealed class StreamedOnTests
{
    private const int Callers = 8;
    private const int Calls = 120;

    private static readonly byte[] File = [.. "%PDF-1.4\n"u8, .. new byte[2_100_000], .. "\n%%EOF\n"u8];

    private readonly PacedTime _time = new();

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Submit_KnownFileStreamedOn_LosesNoCallOfTheConnection()
    {
        await using var host = await AnalyzerHost.StartAsync(Time);
        using (var http = new HttpClient { BaseAddress = host.Http1 })
        {
            using var first = await http.PostAsync("/v1/files", new ByteArrayContent(File), Token).Within();
            first.StatusCode.ShouldBe(HttpStatusCode.Created);
        }

        var sha256 = Convert.ToHexStringLower(SHA256.HashData(File));
        foreach (var way in await SlowedWaysAsync(host))
        {
            using var handler = new SocketsHttpHandler { EnableMultipleHttp2Connections = false };
            using var client = new HttpMessageInvoker(handler);
            var statuses = new ConcurrentBag<string>();
            await Task.WhenAll(Enumerable.Range(0, Callers).Select(async _ =>
            {
                for (var i = 0; i < Calls / Callers; i++)
                {
                    statuses.Add(await SubmitAsync(client, way.Http2, sha256));
                }
            })).Within(TimeSpan.FromMinutes(4));

            statuses.GroupBy(status => status).ShouldHaveSingleItem(way.Name).Key.ShouldBe("0", way.Name);
        }

        await host.ShouldBeIdleAsync();
    }

    /// <summary>
    /// Grpc.Net.Client itself, which resets the stream when it has its answer, and then still sends what it was just writing: a server that
    /// answered while it streams would lose the connection to it.
    /// </summary>
    [Fact]
    public async Task Submit_ByGrpcNetClient_Known_LosesNoCallOfTheConnection()
    {
        await using var host = await AnalyzerHost.StartAsync(Time);
        using var http = new HttpClient { BaseAddress = host.Http1 };
        using var first = await http.PostAsync("/v1/files", new ByteArrayContent(File), Token).Within();
        first.StatusCode.ShouldBe(HttpStatusCode.Created);

        await ShouldAllBeAnsweredAsync(host, StatusCode.OK, callers: Callers / 2);
    }

    [Fact]
    public async Task Submit_ByGrpcNetClient_RefusedBeforeItIsRead_LosesNoCallOfTheConnection()
    {
        await using var host = await AnalyzerHost.StartAsync(Time, "Limits:MaxUploads=8");
        for (var held = 0; held < 8; held++)
        {
            host.Admission.Enter().IsError(out _, out _).ShouldBeFalse();
        }

        await ShouldAllBeAnsweredAsync(host, StatusCode.ResourceExhausted);
    }

    [Fact]
    public async Task Submit_ByGrpcNetClient_RefusedInTheMiddle_LosesNoCallOfTheConnection()
    {
        await using var host = await AnalyzerHost.StartAsync(Time, $"Limits:MaxFileBytes={File.Length / 4}");

        await ShouldAllBeAnsweredAsync(host, StatusCode.InvalidArgument);
    }

    /// <summary>
    /// Files so long that their senders have to be stopped, one after the other. Each awaits its writes: it would wait for ever for a
    /// window that nobody opens. Look-ups on the same connection are answered meanwhile.
    /// </summary>
    /// <remarks>It takes minutes: a refused file is read to its end.</remarks>
    [Fact]
    [Trait("Category", "Nightly")]
    public async Task Submit_ByGrpcNetClient_LongFilesRefusedInTheMiddle_LosesNoCallOfTheConnection()
    {
        const int LongFiles = 4;
        await using var host = await AnalyzerHost.StartAsync(Time, "Limits:MaxFileBytes=1000000");
        foreach (var way in await SlowedWaysAsync(host, factor: 0.2))
        {
            using var channel = GrpcChannel.ForAddress(way.Http2);
            var client = new Protos.V1.Analyzer.AnalyzerClient(channel);
            using var done = CancellationTokenSource.CreateLinkedTokenSource(Token);
            var lookingUp = LookUpAsync(client, done.Token);

            var statuses = await Task.WhenAll(Enumerable.Range(0, LongFiles).Select(_ => SubmitLongAsync(client))).Within();
            await done.CancelAsync();
            var lookUps = await lookingUp.Within();

            statuses.ShouldAllBe(status => status == StatusCode.InvalidArgument, way.Name);
            lookUps.GroupBy(status => status).ShouldHaveSingleItem(way.Name).Key.ShouldBe(StatusCode.NotFound, way.Name);
        }
    }

    private static async Task<StatusCode> SubmitLongAsync(Protos.V1.Analyzer.AnalyzerClient client)
    {
        const int Pieces = 4000; // it is answered long before
        var piece = new SubmitFileRequest { Data = ByteString.CopyFrom(new byte[1 << 20]) };
        using var call = client.SubmitFile(cancellationToken: Token);
        try
        {
            await call.RequestStream.WriteAsync(new() { Metadata = new() }, Token);
            for (var i = 0; i < Pieces; i++)
            {
                await call.RequestStream.WriteAsync(piece, Token);
            }
        }
        catch (Exception answered) when (answered is RpcException or IOException or HttpRequestException or InvalidOperationException)
        {
            // The answer came before the end of the file, and tells why.
        }

        return (await Should.ThrowAsync<RpcException>(call.ResponseAsync)).StatusCode;
    }

    private static async Task<List<StatusCode>> LookUpAsync(Protos.V1.Analyzer.AnalyzerClient client, CancellationToken done)
    {
        var statuses = new List<StatusCode>();
        do
        {
            var refused = await Should.ThrowAsync<RpcException>(
                client.AnalyzeResultAsync(new() { Sha256 = new string('0', 64) }, cancellationToken: Token).ResponseAsync);
            statuses.Add(refused.StatusCode);
        }
        while (!done.IsCancellationRequested);
        return statuses;
    }

    private async Task ShouldAllBeAnsweredAsync(AnalyzerHost host, StatusCode status, int callers = Callers)
    {
        var sha256 = Convert.ToHexStringLower(SHA256.HashData(File));
        foreach (var way in await SlowedWaysAsync(host))
        {
            using var channel = GrpcChannel.ForAddress(way.Http2);
            var client = new Protos.V1.Analyzer.AnalyzerClient(channel);
            var statuses = new ConcurrentBag<StatusCode>();
            await Parallel.ForEachAsync(
                Enumerable.Range(0, Calls),
                new ParallelOptions { MaxDegreeOfParallelism = callers, CancellationToken = Token },
                async (_, _) => statuses.Add(await SubmitAsync(client, sha256))).Within(TimeSpan.FromMinutes(4));

            statuses.GroupBy(answer => answer).ShouldHaveSingleItem(way.Name).Key.ShouldBe(status, way.Name);
        }
    }

    /// <summary>On a busy machine a sender pauses for long: it is not to be taken for one that waits.</summary>
    private async Task<IReadOnlyList<Way>> SlowedWaysAsync(AnalyzerHost host, double factor = 0.05)
    {
        var ways = await host.WaysAsync(Time);
        _time.Factor = factor;
        return ways;
    }

    private void Time(IServiceCollection services) => services.AddSingleton<TimeProvider>(_time);

    private static async Task<StatusCode> SubmitAsync(Protos.V1.Analyzer.AnalyzerClient client, string sha256)
    {
        try
        {
            await StreamedUpload.SendAsync(client, File, sha256);
            return StatusCode.OK;
        }
        catch (RpcException refused)
        {
            return refused.StatusCode;
        }
    }

    private static async Task<string> SubmitAsync(HttpMessageInvoker client, Uri address, string sha256)
    {
        using var ended = CancellationTokenSource.CreateLinkedTokenSource(Token);
        using var request = new HttpRequestMessage(HttpMethod.Post, new Uri(address, "/analyzer.v1.Analyzer/SubmitFile"))
        {
            Version = HttpVersion.Version20,
            VersionPolicy = HttpVersionPolicy.RequestVersionExact,
            Content = new Streamed(sha256, ended.Token),
            Headers = { { "te", "trailers" } },
        };
        try
        {
            using var response = await client.SendAsync(request, ended.Token);
            await using var body = await response.Content.ReadAsStreamAsync(ended.Token);
            await body.CopyToAsync(Stream.Null, ended.Token);
            return GrpcStatus.Of(response)!;
        }
        catch (Exception broken) when (broken is HttpRequestException or IOException)
        {
            return broken.Message;
        }
        finally
        {
            await ended.CancelAsync(); // the call is over, and with it what is still to be sent
        }
    }

    /// <summary>Metadata that name the file, and then the file, without a look at the answer.</summary>
    private sealed class Streamed : HttpContent
    {
        private readonly string _sha256;
        private readonly CancellationToken _ended;

        public Streamed(string sha256, CancellationToken ended)
        {
            (_sha256, _ended) = (sha256, ended);
            Headers.ContentType = new MediaTypeHeaderValue("application/grpc");
        }

        protected override async Task SerializeToStreamAsync(Stream stream, TransportContext? context)
        {
            await WriteAsync(stream, new SubmitFileRequest { Metadata = new() { Sha256 = _sha256 } });
            foreach (var chunk in File.Chunk(64 << 10))
            {
                await WriteAsync(stream, new SubmitFileRequest { Data = ByteString.CopyFrom(chunk) });
            }
        }

        protected override bool TryComputeLength(out long length)
        {
            length = 0;
            return false;
        }

        private async Task WriteAsync(Stream stream, SubmitFileRequest message)
        {
            var bytes = message.ToByteArray();
            var frame = new byte[5 + bytes.Length];
            BinaryPrimitives.WriteInt32BigEndian(frame.AsSpan(1), bytes.Length);
            bytes.CopyTo(frame.AsSpan(5));
            await stream.WriteAsync(frame, _ended);
            await stream.FlushAsync(_ended);
        }
    }
}
