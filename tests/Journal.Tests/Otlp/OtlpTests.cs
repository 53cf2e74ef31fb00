using System.IO.Compression;
using System.Net;
using System.Text;
using Grpc.Core;
using Grpc.Net.Client;
using Grpc.Net.Compression;
using Journal.Features.Replay;
using Journal.Log.Frames;
using Snappier;

namespace Journal.Tests.Otlp;

/// <summary>OpenTelemetry's logs over HTTP and gRPC, made by hand: what no exporter sends.</summary>
public sealed class OtlpTests
{
    private const string Path = "/v1/logs";
    private const string Resource = """{"attributes":[{"key":"service.name","value":{"stringValue":"shop"}},"""
        + """{"key":"host.name","value":{"stringValue":"web-1"}}]}""";

    private const string Record = """{"timeUnixNano":"1544712660300000000","severityNumber":13"""
        + ""","severityText":"Warning","attributes":[{"key":"process.pid","value":{"intValue":"42"}}]"""
        + ""","body":{"stringValue":"disk is nearly full"}}""";

    private const string Stored =
        $$"""{"resourceLogs":[{"resource":{{Resource}},"scopeLogs":[{"scope":{"name":"s"},"logRecords":[{{Record}}]}]}]}""";

    /// <summary>The same in protobuf.</summary>
    internal static readonly byte[] Wire = Message(1, Message(1,
            [.. Message(1, Attribute("service.name", Message(1, "shop"u8))), .. Message(1, Attribute("host.name", Message(1, "web-1"u8)))]),
        Message(2, Message(1, Message(1, "s"u8)), Message(2, RecordBytes)));

    private static Marshaller<byte[]> Bytes => new(bytes => bytes, bytes => bytes);

    private static byte[] RecordBytes =>
    [
        0x09, .. BitConverter.GetBytes(1544712660300000000UL), 0x10, 13, .. Message(3, "Warning"u8),
        .. Message(5, Message(1, "disk is nearly full"u8)), .. Message(6, Attribute("process.pid", [0x18, 42])),
    ];

    [Fact]
    public async Task Post_JsonWithWhiteSpace_IsStoredAsALineOfItsOwn()
    {
        await using var host = await JournalHost.StartAsync();
        var pretty = Stored.Replace(",\"", " ,\r\n\t\"", StringComparison.Ordinal).Replace("]}]}", "]\n}\n]}", StringComparison.Ordinal);

        using var answer = await host.PostAsync(Path, pretty);

        answer.StatusCode.ShouldBe(HttpStatusCode.OK);
        (await answer.TextAsync()).ShouldBe("{}");
        host.Lines().ShouldBe([Stored]);
        ShouldTellItsFields(SyslogFields.Of(host.Records()[0]));
    }

    [Fact]
    public async Task Post_JsonWithTheNamesOfEarlierVersions_IsStoredWithTodays()
    {
        await using var host = await JournalHost.StartAsync();
        var earlier = Stored.Replace("scopeLogs", "instrumentationLibraryLogs", StringComparison.Ordinal)
            .Replace("logRecords", "logs", StringComparison.Ordinal);

        using var answer = await host.PostAsync(Path, earlier);

        answer.StatusCode.ShouldBe(HttpStatusCode.OK);
        host.Lines().ShouldBe([Stored]);
    }

    [Fact]
    public async Task Post_Protobuf_IsStoredAsTheSameJson()
    {
        await using var host = await JournalHost.StartAsync();

        using var answer = await host.PostAsync(Path, DoorRequests.Gzip(Wire), "application/x-protobuf", "gzip");

        answer.StatusCode.ShouldBe(HttpStatusCode.OK);
        (await answer.Content.ReadAsByteArrayAsync(TestContext.Current.CancellationToken)).ShouldBeEmpty();
        host.Lines().ShouldBe([Stored]);
    }

    [Fact]
    public async Task Post_OfManyRecords_StoresEachAndWhatIsStoredCanBeSentAgain()
    {
        await using var host = await JournalHost.StartAsync();
        var many = Stored.Replace(Record, string.Join(" , ", Enumerable.Repeat(Record, 1000)), StringComparison.Ordinal);

        using var answer = await host.PostAsync(Path, many);
        var stored = host.Lines();
        using var again = await host.PostAsync(Path, string.Join('\n', stored));

        stored.ShouldBe(Enumerable.Repeat(Stored, 1000));
        host.Lines().ShouldBe([.. stored, .. stored]);
    }

    /// <summary>A field of a later version, and a text that is not UTF-8: JSON tells neither.</summary>
    [Fact]
    public async Task Post_ProtobufThatJsonCannotTell_IsKeptBesideIt()
    {
        await using var host = await JournalHost.StartAsync();
        byte[] log = [.. RecordBytes, .. Message(99, "new"u8), .. Message(3, [0xFF, 0xFE])];
        var wire = Message(1, Message(2, Message(2, log)));

        using var answer = await host.PostAsync(Path, wire, "application/x-protobuf");

        answer.StatusCode.ShouldBe(HttpStatusCode.OK);
        host.Lines().ShouldHaveSingleItem().ShouldEndWith($",\"protobuf\":\"{Convert.ToBase64String(wire)}\"}}");
        using var again = await host.PostAsync(Path, wire, "application/x-protobuf");
        host.Lines().Distinct().Count().ShouldBe(1);
    }

    [Fact]
    public async Task Post_ARecordThatIsTooLong_KeepsItsFieldsAndSaysSo()
    {
        await using var host = await JournalHost.StartAsync();
        var longer = Stored.Replace("disk is", new string('x', 70_000), StringComparison.Ordinal);

        using var answer = await host.PostAsync(Path, longer);

        (await answer.TextAsync()).ShouldContain(
            "\"rejectedLogRecords\":\"0\",\"errorMessage\":\"All are stored, but 1 records were longer");
        var record = host.Records().ShouldHaveSingleItem();
        record.Marks.HasFlag(RecordMarks.Truncated).ShouldBeTrue();
        var fields = SyslogFields.Of(record);
        (fields.Host, fields.App, fields.Severity, fields.Process).ShouldBe(("web-1", "shop", 4, "42"));
    }

    [Theory]
    [InlineData("application/json", "{\"resourceLogs\":[{\"scopeLogs\":[{\"logRecords\":[{},7]}]}]}", 400, "no object")]
    [InlineData("application/json", "{\"resourceLogs\":[", 400, "Nothing was stored")]
    [InlineData("application/json", "", 200, "{}")]
    [InlineData("application/json", "{\"resourceSpans\":[]}", 400, "send logs here only")]
    [InlineData("application/json", "{\"resourceLogs\":[{\"scopeLogs\":[{\"records\":[{}]}]}]}", 400, "send logs here only")]
    [InlineData("application/json", "{\"resourceLogs\":[{\"resource\":{},\"scopeLogs\":[]}]}", 200, "{}")]
    [InlineData("application/x-protobuf", "<13>text", 400, "not the protobuf message")]
    [InlineData("application/x-protobuf", "", 200, "")]
    [InlineData("text/plain", "hello", 415, "application/x-protobuf")]
    public async Task Post_SomethingElse_IsAnsweredAsOtlpHasIt(string type, string body, int status, string words)
    {
        await using var host = await JournalHost.StartAsync();

        using var answer = await host.PostAsync(Path, body, type);

        ((int)answer.StatusCode).ShouldBe(status);
        (await answer.TextAsync()).ShouldContain(words);
        host.Writer.NextSequence.ShouldBe(0);
        host.Writer.Losses.Refused.ShouldBe(status == 400 ? 1 : 0);
    }

    /// <summary>A bomb of 64 MiB in 64 KiB, and a resource that each of many records would repeat.</summary>
    [Fact]
    public async Task Post_Bombs_AreRefusedWithoutAStore()
    {
        await using var host = await JournalHost.StartAsync("MaxBodyBytes=1048576");
        var shared = Stored.Replace("web-1", new string('w', 60_000), StringComparison.Ordinal)
            .Replace(Record, string.Join(',', Enumerable.Repeat("{}", 100_000)), StringComparison.Ordinal);

        using var bomb = await host.PostAsync(Path, DoorRequests.Gzip(new byte[64 << 20]), "application/x-protobuf", "gzip");
        using var repeated = await host.PostAsync(Path, shared);
        using var unknown = await host.PostAsync(Path, [1, 2], "application/x-protobuf", "br");
        using var broken = await host.PostAsync(Path, [.. DoorRequests.Gzip(Wire)[..20]], "application/x-protobuf", "gzip");

        bomb.StatusCode.ShouldBe(HttpStatusCode.RequestEntityTooLarge);
        repeated.StatusCode.ShouldBe(HttpStatusCode.RequestEntityTooLarge);
        unknown.StatusCode.ShouldBe(HttpStatusCode.UnsupportedMediaType);
        broken.StatusCode.ShouldBe(HttpStatusCode.BadRequest);
        host.Writer.NextSequence.ShouldBe(0);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Call_OfGrpc_IsStoredAsTheSameJson(bool isPacked)
    {
        await using var host = await JournalHost.StartAsync("GrpcPort=0");

        (await CallAsync(host, Wire, isPacked)).ShouldBeEmpty();

        host.Lines().ShouldBe([Stored]);
    }

    /// <summary>As OpenTelemetry's Collector packs: in frames of snappy's. A block without them is understood too.</summary>
    [Fact]
    public async Task Export_PackedWithSnappy_IsStoredAsTheSameJson()
    {
        await using var host = await JournalHost.StartAsync("GrpcPort=0");

        await CallAsync(host, Wire, isPacked: true, "snappy");
        using var framed = await host.PostAsync(Path, new SnappyFrames().Pack(Wire), "application/x-protobuf", "snappy");
        using var block = await host.PostAsync(Path, Snappy.CompressToArray(Wire), "application/x-protobuf", "snappy");
        using var broken = await host.PostAsync(Path, "x"u8.ToArray(), "application/x-protobuf", "snappy");

        broken.StatusCode.ShouldBe(HttpStatusCode.BadRequest);
        host.Lines().ShouldBe([Stored, Stored, Stored]);
    }

    [Fact]
    public async Task Call_OfGrpcWithABombOrGarbage_GetsItsStatus()
    {
        await using var host = await JournalHost.StartAsync("GrpcPort=0", "MaxBodyBytes=1048576");

        var bomb = await Should.ThrowAsync<RpcException>(() => CallAsync(host, new byte[64 << 20], isPacked: true));
        var garbage = await Should.ThrowAsync<RpcException>(() => CallAsync(host, "<13>text"u8.ToArray(), isPacked: false));

        (bomb.StatusCode, garbage.StatusCode).ShouldBe((StatusCode.InvalidArgument, StatusCode.InvalidArgument));
        garbage.Status.Detail.ShouldContain("not the protobuf message");
        host.Writer.Losses.Refused.ShouldBe(2);
        host.Logged.ShouldContain(line => line.StartsWith("Refused POST /opentelemetry", StringComparison.Ordinal));
    }

    internal static async Task<byte[]> CallAsync(JournalHost host, byte[] request, bool isPacked, string coding = "gzip")
    {
        using var channel = GrpcChannel.ForAddress(
            host.Grpc!, new() { CompressionProviders = [new GzipCompressionProvider(default), new SnappyFrames()] });
        var method = new Method<byte[], byte[]>(
            MethodType.Unary, "opentelemetry.proto.collector.logs.v1.LogsService", "Export", Bytes, Bytes);
        var headers = new Metadata();
        if (isPacked)
        {
            headers.Add("grpc-internal-encoding-request", coding);
        }

        return await channel.CreateCallInvoker().AsyncUnaryCall(method, null, new CallOptions(headers), request).ResponseAsync.Within();
    }

    private static void ShouldTellItsFields(SyslogFields fields)
    {
        (fields.Host, fields.App, fields.Process, fields.Severity).ShouldBe(("web-1", "shop", "42", 4));
        fields.Time.ShouldBe(DateTimeOffset.FromUnixTimeMilliseconds(1544712660300));
        Encoding.UTF8.GetString(fields.Text.Span).ShouldBe("disk is nearly full");
    }

    private static byte[] Attribute(string name, byte[] value) => [.. Message(1, Encoding.UTF8.GetBytes(name)), .. Message(2, value)];

    private static byte[] Message(int field, params ReadOnlySpan<byte[]> parts)
    {
        var content = parts.ToArray().SelectMany(part => part).ToArray();
        return Message(field, content.AsSpan());
    }

    private static byte[] Message(int field, ReadOnlySpan<byte> content)
    {
        using var output = new MemoryStream();
        using (var coded = new Google.Protobuf.CodedOutputStream(output, leaveOpen: true))
        {
            coded.WriteTag((uint)((field << 3) | 2));
            coded.WriteBytes(Google.Protobuf.ByteString.CopyFrom(content));
        }

        return output.ToArray();
    }

    private sealed class SnappyFrames : ICompressionProvider
    {
        public string EncodingName => "snappy";

        public Stream CreateCompressionStream(Stream stream, CompressionLevel? compressionLevel) =>
            new SnappyStream(stream, CompressionMode.Compress, leaveOpen: true);

        public Stream CreateDecompressionStream(Stream stream) => new SnappyStream(stream, CompressionMode.Decompress, leaveOpen: true);

        public byte[] Pack(byte[] bytes)
        {
            using var packed = new MemoryStream();
            using (var stream = CreateCompressionStream(packed, null))
            {
                stream.Write(bytes);
            }

            return packed.ToArray();
        }
    }
}
