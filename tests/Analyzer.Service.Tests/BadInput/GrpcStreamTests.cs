using System.Buffers.Binary;
using System.Net;
using System.Net.Http.Headers;
using Analyzer.Protos.V1;
using Analyzer.Service.Tests.Edges;
using Analyzer.Service.Tests.Submit;
using Google.Protobuf;
using Grpc.Core;

namespace Analyzer.Service.Tests.BadInput;

/// <summary>Streams that the generated client can send but should not, and bytes that are no stream of messages at all.</summary>
public sealed class GrpcStreamTests
{
    private static readonly SubmitFileRequest Metadata = new() { Metadata = new FileMetadata() };
    private static readonly SubmitFileRequest Data = new() { Data = ByteString.CopyFromUtf8("%PDF-1.4\n") };

    private static readonly Dictionary<string, (SubmitFileRequest[] Messages, string Expected)> Streams = new()
    {
        ["data before metadata"] = ([Data, Metadata], "first message has to be the metadata"),
        ["no message"] = ([], "first message has to be the metadata"),
        ["two metadata messages"] = ([Metadata, Metadata, Data], "metadata only once"),
        ["metadata again at the end"] = ([Metadata, Data, Metadata], "metadata only once"),
        ["zero-length chunk"] = ([Metadata, new() { Data = ByteString.Empty }, Data], "at least one byte"),
        ["zero-length chunk at the end"] = ([Metadata, Data, new() { Data = ByteString.Empty }], "at least one byte"),
        ["neither metadata nor data"] = ([Metadata, new()], "metadata or a chunk"),
        ["larger than declared"] = ([new() { Metadata = new() { Size = 3 } }, Data], "3 bytes were declared, but 9 arrived"),
        ["smaller than declared"] = ([new() { Metadata = new() { Size = 300 } }, Data], "300 bytes were declared, but 9 arrived"),
        ["a size that is none"] = ([new() { Metadata = new() { Size = ulong.MaxValue } }, Data], "A file cannot have this size"),
        ["a chunk over the message limit"] = ([Metadata, new() { Data = ByteString.CopyFrom(new byte[5 << 20]) }], "cannot be read"),
    };

    private static readonly Dictionary<string, byte[]> Wires = new()
    {
        ["a frame longer than declared"] = [.. Frame(Metadata), .. Frame(Data, declared: Data.CalculateSize() - 3)],
        ["a frame cut in the middle"] = Frame(Data)[..^3],
        ["a frame header cut in the middle"] = [.. Frame(Metadata), 0, 0],
        ["a frame that is no message"] = [.. Frame(Metadata), 0, 0, 0, 0, 3, 0xFF, 0xFF, 0xFF],
        ["a data field longer than its message"] = [.. Frame(Metadata), 0, 0, 0, 0, 3, 0x12, 0x7F, 0x41],
    };

    public static TheoryData<string> StreamNames => [.. Streams.Keys];

    public static TheoryData<string> WireNames => [.. Wires.Keys];

    [Theory]
    [MemberData(nameof(StreamNames))]
    public async Task SubmitFile_BrokenStream_IsRefused(string name)
    {
        await using var host = await AnalyzerHost.StartAsync();
        using var clean = host.Log.ExpectClean();
        foreach (var way in await host.WaysAsync())
        {
            using var edge = new GrpcEdge(way.Http2);
            using var call = edge.Client.SubmitFile(cancellationToken: TestContext.Current.CancellationToken);
            try
            {
                foreach (var message in Streams[name].Messages)
                {
                    await call.WriteOrAnswerAsync(message).Within();
                }

                await call.RequestStream.CompleteAsync().Within();
            }
            catch (Exception ended) when (ended is RpcException or InvalidOperationException or IOException or HttpRequestException)
            {
                // Refused before all was sent.
            }

            var refused = await Should.ThrowAsync<RpcException>(call.ResponseAsync.Within());

            refused.StatusCode.ShouldBe(
                name == "a chunk over the message limit" ? StatusCode.ResourceExhausted : StatusCode.InvalidArgument,
                $"{way.Name}: {refused.Status.Detail}");
            refused.Status.Detail.ShouldContain(Streams[name].Expected);
            await ShouldHaveLeftNothing(host);
        }

        await host.ShouldTakeAFileAsync();
    }

    [Theory]
    [MemberData(nameof(WireNames))]
    public async Task SubmitFile_BrokenBytes_AreRefused(string name)
    {
        await using var host = await AnalyzerHost.StartAsync();
        using var clean = host.Log.ExpectClean();

        foreach (var way in await host.WaysAsync())
        {
            var (status, message) = await PostAsync(way, "/analyzer.v1.Analyzer/SubmitFile", Wires[name]);

            var expected = name.Contains("in the middle") ? StatusCode.Internal : StatusCode.InvalidArgument;
            status.ShouldBe(((int)expected).ToString(), $"{way.Name}: {message}");
            await ShouldHaveLeftNothing(host);
        }

        await host.ShouldTakeAFileAsync();
    }

    [Fact]
    public async Task SubmitFile_CompressedFrame_IsUnimplemented()
    {
        await using var host = await AnalyzerHost.StartAsync();
        var frame = Frame(Metadata);
        frame[0] = 1;

        foreach (var way in await host.WaysAsync())
        {
            var (status, _) = await PostAsync(way, "/analyzer.v1.Analyzer/SubmitFile", frame, encoding: "snappy");

            status.ShouldBe(((int)StatusCode.Unimplemented).ToString(), way.Name);
        }
    }

    [Fact]
    public async Task UnknownMethod_IsUnimplemented()
    {
        await using var host = await AnalyzerHost.StartAsync();

        foreach (var way in await host.WaysAsync())
        {
            var (status, _) = await PostAsync(way, "/analyzer.v1.Analyzer/Nothing", []);

            status.ShouldBe(((int)StatusCode.Unimplemented).ToString(), way.Name);
        }
    }

    [Fact]
    public async Task SubmitFile_CutInTheMiddle_LeavesNothing()
    {
        await using var host = await AnalyzerHost.StartAsync();
        using var clean = host.Log.ExpectClean();
        foreach (var way in await host.WaysAsync())
        {
            using var edge = new GrpcEdge(way.Http2);
            using (var call = edge.Client.SubmitFile(cancellationToken: TestContext.Current.CancellationToken))
            {
                await call.RequestStream.WriteAsync(Metadata, TestContext.Current.CancellationToken).Within();
                await call.RequestStream.WriteAsync(Data, TestContext.Current.CancellationToken).Within();
                await host.ShouldHaveUploadsAsync(1);
            }

            await ShouldHaveLeftNothing(host);
            await host.ShouldHaveLostAClientAsync();
        }

        await host.ShouldTakeAFileAsync();
    }

    private static async Task ShouldHaveLeftNothing(AnalyzerHost host)
    {
        await host.ShouldBeIdleAsync();
        (await host.CountAsync()).ShouldBe(0);
    }

    // 0: not compressed; 1-4: length, big-endian; 5-: message (gRPC over HTTP/2, Length-Prefixed-Message).
    private static byte[] Frame(SubmitFileRequest message, int? declared = null)
    {
        var frame = new byte[5 + message.CalculateSize()];
        BinaryPrimitives.WriteInt32BigEndian(frame.AsSpan(1), declared ?? message.CalculateSize());
        message.WriteTo(frame.AsSpan(5));
        return frame;
    }

    private static async Task<(string Status, string Message)> PostAsync(
        Way way, string path, byte[] body, string? encoding = null)
    {
        using var client = new HttpClient { BaseAddress = way.Http2 };
        using var request = new HttpRequestMessage(HttpMethod.Post, path)
        {
            Version = HttpVersion.Version20,
            VersionPolicy = HttpVersionPolicy.RequestVersionExact,
            Content = new ByteArrayContent(body) { Headers = { ContentType = new MediaTypeHeaderValue("application/grpc") } },
        };
        request.Headers.TE.Add(new TransferCodingWithQualityHeaderValue("trailers"));
        if (encoding is not null)
        {
            request.Headers.Add("grpc-encoding", encoding);
        }

        using var response = await client.SendAsync(request, TestContext.Current.CancellationToken).Within();
        await response.Content.ReadAsByteArrayAsync(TestContext.Current.CancellationToken).Within();
        return (Value("grpc-status"), Value("grpc-message"));

        string Value(string name) =>
            response.TrailingHeaders.TryGetValues(name, out var trailer) || response.Headers.TryGetValues(name, out trailer)
                ? trailer.Single()
                : "";
    }
}
