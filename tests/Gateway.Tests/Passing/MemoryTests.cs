using System.Net;
using Analyzer.Protos.V1;
using Google.Protobuf;
using Grpc.Net.Client;
using Tests.Common.Scraping;
using Rpc = Analyzer.Protos.V1.Analyzer;

namespace Gateway.Tests.Passing;

/// <summary>The memory of a gateway in a process of its own, while large files pass: they are never held.</summary>
[Trait("Category", "Nightly")]
public sealed class MemoryTests : IDisposable
{
    private const long Megabyte = 1 << 20;

    private readonly TempDirectory _folder = new("gateway-memory");
    private readonly int _port = LoopbackPort.FindFree();
    private readonly int _grpcPort = LoopbackPort.FindFree();

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Upload_GigabyteOfNoKnownLength_PassesThroughAHeapOf32Megabytes()
    {
        await using var analyzer = await AnalyzerBackend.StartAsync("Limits:Adaptive=false");
        using var gateway = await StartAsync(analyzer, heapBytes: 32 * Megabyte);

        await SubmitAsync(number: 1, 1024 * Megabyte).Within(Deadline.Extended);
    }

    [Fact]
    public async Task Uploads_HundredOf100MegabytesAtOnce_PassThroughAHeapOf300Megabytes()
    {
        await using var analyzer = await AnalyzerBackend.StartAsync("Limits:Adaptive=false");
        using var gateway = await StartAsync(analyzer, heapBytes: 300 * Megabyte);

        await Task.WhenAll(Enumerable.Range(0, 100).Select(number => SubmitAsync(number, 100 * Megabyte))).Within(Deadline.Extended);
    }

    /// <summary>
    /// The HTTP/2 client of .NET takes 15 KB and more for a megabyte, by the size of the pieces that come; the gateway itself less than one
    /// (<see cref="AllocationTests"/>). One copy of the file would take a thousand.
    /// </summary>
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Upload_Gigabyte_AllocatesLessThan64KilobytesForEachMegabyte(bool grpc)
    {
        await using var analyzer = await AnalyzerBackend.StartAsync("Limits:Adaptive=false");
        using var gateway = await StartAsync(analyzer);
        Func<int, long, Task> submit = grpc ? SubmitOverGrpcAsync : SubmitAsync;
        await submit(1, 128 * Megabyte).Within(Deadline.Extended);
        var before = await AllocatedAsync();

        await submit(2, 1024 * Megabyte).Within(Deadline.Extended);

        ((await AllocatedAsync() - before) / 1024).ShouldBeLessThan(64 << 10);
    }

    private async Task SubmitAsync(int number, long bytes)
    {
        using var http = new HttpClient { Timeout = Deadline.Extended };
        using var file = new EndlessContent(number, bytes);
        using var response = await http.PostAsync($"http://127.0.0.1:{_port}/v1/files", file, Token);
        response.StatusCode.ShouldBe(HttpStatusCode.Created, await response.Content.ReadAsStringAsync(Token));
    }

    private async Task SubmitOverGrpcAsync(int number, long bytes)
    {
        using var channel = GrpcChannel.ForAddress($"http://127.0.0.1:{_grpcPort}");
        using var call = new Rpc.AnalyzerClient(channel).SubmitFile(cancellationToken: Token);
        var piece = new byte[EndlessContent.PieceBytes];
        BitConverter.TryWriteBytes(piece, number);
        var message = new SubmitFileRequest { Data = UnsafeByteOperations.UnsafeWrap(piece) };
        await call.RequestStream.WriteAsync(new SubmitFileRequest { Metadata = new() }, Token);
        for (var sent = 0L; sent < bytes; sent += piece.Length)
        {
            await call.RequestStream.WriteAsync(message, Token);
        }

        await call.RequestStream.CompleteAsync();
        (await call.ResponseAsync).Known.ShouldBeFalse();
    }

    /// <returns>Bytes that the gateway has allocated since it started.</returns>
    private async Task<double> AllocatedAsync()
    {
        using var http = new HttpClient();
        return new Scrape(await http.GetStringAsync($"http://127.0.0.1:{_port}/metrics", Token).Within())
            .Sample("dotnet_gc_allocated_bytes_total").Value;
    }

    private async Task<BuiltProgram> StartAsync(AnalyzerBackend analyzer, long heapBytes = 1024 * Megabyte)
    {
        var gateway = BuiltProgram.StartWithin(
            heapBytes, "Gateway", _folder.Path,
            $"--Gateway:HttpPort={_port}", $"--Gateway:GrpcPort={_grpcPort}", $"--Gateway:Backends={analyzer.Http2}");
        await UntilReadyAsync().Within();
        return gateway;
    }

    private async Task UntilReadyAsync()
    {
        using var http = new HttpClient();
        while (true)
        {
            try
            {
                using var ready = await http.GetAsync($"http://127.0.0.1:{_port}/healthz/ready", Token);
                if (ready.IsSuccessStatusCode)
                {
                    return;
                }
            }
            catch (HttpRequestException)
            {
                // It has not begun to listen.
            }

            await Task.Delay(100, Token);
        }
    }
}
