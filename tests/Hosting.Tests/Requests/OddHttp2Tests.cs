using System.Buffers.Binary;
using System.Text;
using Analyzer.Service.Tests.Abuse;
using Hosting.Tests.Hello;

namespace Hosting.Tests.Requests;

/// <summary>
/// What HTTP/2 forbids, or allows and few send (RFC 9113, RFC 7541; the sections are h2spec's): each with its answer, which is a status, a
/// reset of the stream or the end of the connection, with its code. "PING" means that it is ignored, and the connection goes on. Kestrel
/// ends the connection for most malformed requests, which RFC 9113, section 5.4.2, allows.
/// </summary>
public sealed class OddHttp2Tests
{
    private const byte Priority = 2, PushPromise = 5, Ping = 6, WindowUpdate = 8, Continuation = 9, Ack = 1, Padded = 8;

    private const string Hello = "/hello/Ada";

    private static readonly byte[] Asked = Http2Wire.Frame(Ping, 0, 0, new byte[8]);

    /// <summary>Name, frames, answer.</summary>
    private static readonly (string Name, byte[] Frames, string Answer)[] Table =
    [
        ("a request", Get(), "200"),
        ("HEAD", Http2Wire.Request(1, Http2Wire.EndStream, "HEAD", Hello), "200"),
        ("a method in small letters", Http2Wire.Request(1, Http2Wire.EndStream, "get", Hello), "501"),

        // Frames (4, 5, 6).
        ("an unknown frame", [.. Http2Wire.Frame(0x16, 0, 0, new byte[8]), .. Asked], "PING"),
        ("a frame beyond the size that is allowed", Http2Wire.Frame(Http2Wire.Data, 0, 1, new byte[70_000]), "GOAWAY 6"),
        ("DATA of stream 0", Http2Wire.Frame(Http2Wire.Data, 0, 0, new byte[1]), "GOAWAY 1"),
        ("DATA of an idle stream", Http2Wire.Frame(Http2Wire.Data, 0, 1, new byte[1]), "GOAWAY 1"),
        ("DATA with more padding than payload", [.. Post("content-length", "1"), .. Http2Wire.Frame(0, Padded, 1, [9, 1])], "GOAWAY 1"),
        ("HEADERS of stream 0", Http2Wire.Request(0, Http2Wire.EndStream, "GET", Hello), "GOAWAY 1"),
        ("HEADERS of an even stream", Http2Wire.Request(2, Http2Wire.EndStream, "GET", Hello), "GOAWAY 1"),
        ("HEADERS of a stream below the last", [.. Post("x", "y", stream: 5), .. Get(3)], "GOAWAY 5"),
        ("PRIORITY of four bytes", Http2Wire.Frame(Priority, 0, 1, new byte[4]), "GOAWAY 6"),
        ("PRIORITY of stream 0", Http2Wire.Frame(Priority, 0, 0, new byte[5]), "GOAWAY 1"),
        ("a stream that depends on itself", Http2Wire.Frame(Priority, 0, 1, [0, 0, 0, 1, 0]), "GOAWAY 1"),
        ("RST_STREAM of an idle stream", Http2Wire.Frame(Http2Wire.Reset, 0, 1, new byte[4]), "GOAWAY 1"),
        ("RST_STREAM of stream 0", Http2Wire.Frame(Http2Wire.Reset, 0, 0, new byte[4]), "GOAWAY 1"),
        ("RST_STREAM of three bytes", [.. Post("x", "y"), .. Http2Wire.Frame(Http2Wire.Reset, 0, 1, new byte[3])], "GOAWAY 6"),
        ("SETTINGS of a stream", Http2Wire.Frame(Http2Wire.Settings, 0, 1, []), "GOAWAY 1"),
        ("SETTINGS of five bytes", Http2Wire.Frame(Http2Wire.Settings, 0, 0, new byte[5]), "GOAWAY 6"),
        ("an acknowledgement with settings", Http2Wire.Frame(Http2Wire.Settings, Ack, 0, new byte[6]), "GOAWAY 6"),
        ("ENABLE_PUSH of 2", Setting(2, 2), "GOAWAY 1"),
        ("INITIAL_WINDOW_SIZE beyond 31 bits", Setting(4, 1u << 31), "GOAWAY 3"),
        ("MAX_FRAME_SIZE below the least", Setting(5, 16_383), "GOAWAY 1"),
        ("an unknown setting", [.. Setting(0x99, 1), .. Asked], "PING"),
        ("PUSH_PROMISE of a client", Http2Wire.Frame(PushPromise, 4, 1, new byte[4]), "GOAWAY 1"),
        ("PING of seven bytes", Http2Wire.Frame(Ping, 0, 0, new byte[7]), "GOAWAY 6"),
        ("PING of a stream", Http2Wire.Frame(Ping, 0, 1, new byte[8]), "GOAWAY 1"),
        ("WINDOW_UPDATE of 0", Http2Wire.Frame(WindowUpdate, 0, 0, new byte[4]), "GOAWAY 1"),
        ("WINDOW_UPDATE beyond 31 bits", Http2Wire.Frame(WindowUpdate, 0, 0, [0x7f, 0xff, 0xff, 0xff]), "GOAWAY 3"),
        ("WINDOW_UPDATE of an idle stream", Http2Wire.Frame(WindowUpdate, 0, 1, [0, 0, 0, 1]), "GOAWAY 1"),
        ("CONTINUATION without HEADERS", Http2Wire.Frame(Continuation, 4, 1, []), "GOAWAY 1"),
        ("a frame between HEADERS and CONTINUATION", [.. Http2Wire.Frame(Http2Wire.Headers, 0, 1, []), .. Asked], "GOAWAY 1"),

        // Requests (8).
        ("a field in capitals", Get(1, ("X-Name", "y")), "GOAWAY 1"),
        ("a field's name that is no token", Get(1, ("x(", "y")), "GOAWAY 1"),
        ("a line feed in a value", Get(1, ("x", "y\nz")), "GOAWAY 1"),
        ("a request behind a line end in a value", Get(1, ("x", "y\r\n\r\nGET /x HTTP/1.1")), "GOAWAY 1"),
        ("NUL in a value", Get(1, ("x", "y\0z")), "GOAWAY 1"),
        ("a carriage return in a value", Get(1, ("x", "y\rz")), "GOAWAY 1"),
        ("a blank around a value", Get(1, ("x", " y ")), "200"),
        ("a field without a name", Get(1, ("", "y")), "GOAWAY 9"),
        ("a line end in a field's name", Get(1, ("x: y\r\nz", "y")), "GOAWAY 1"),
        ("a colon in a field's name", Get(1, ("x:y", "z")), "GOAWAY 1"),
        ("a request line as a method", Http2Wire.Request(1, Http2Wire.EndStream, "GET / HTTP/1.1\r\nX:", Hello), "GOAWAY 1"),
        ("a blank in the path", Http2Wire.Request(1, Http2Wire.EndStream, "GET", "/hello/A da"), "400"),
        ("a line end in the path", Http2Wire.Request(1, Http2Wire.EndStream, "GET", "/hello/A\r\nX: y"), "GOAWAY 1"),
        ("a host as a path", Http2Wire.Request(1, Http2Wire.EndStream, "GET", "http://localhost/hello/Ada"), "RST 1"),
        ("a fragment in the path", Http2Wire.Request(1, Http2Wire.EndStream, "GET", "/hello/Ada#x"), "400"),
        ("CONNECT", Fields((":method", "CONNECT"), (":authority", "localhost:80")), "404"),
        ("two lengths", [.. Http2Wire.Request(1, 0, "POST", "/hello", ("content-length", "2"), ("content-length", "3")),
            .. Http2Wire.Frame(0, 1, 1, new byte[2])], "GOAWAY 1"),
        ("two paths", Get(1, (":path", "/x")), "GOAWAY 1"),
        ("two authorities", Get(1, (":authority", "example.org")), "GOAWAY 1"),
        ("keep-alive", Get(1, ("keep-alive", "5")), "400"),
        ("proxy-connection", Get(1, ("proxy-connection", "close")), "400"),
        ("upgrade", Get(1, ("upgrade", "h2c")), "400"),
        ("a line end in the authority",
            Fields((":method", "GET"), (":scheme", "http"), (":path", Hello), (":authority", "localhost\r\nX: y")), "GOAWAY 1"),
        ("a user in the authority",
            Fields((":method", "GET"), (":scheme", "http"), (":path", Hello), (":authority", "me@localhost")), "RST 1"),
        ("another scheme", Fields((":method", "GET"), (":scheme", "ftp"), (":path", Hello), (":authority", "localhost")), "400"),
        ("the scheme of a client whose TLS a proxy ends",
            Fields((":method", "GET"), (":scheme", "https"), (":path", Hello), (":authority", "localhost")), "200"),
        ("Connection", Get(1, ("connection", "keep-alive")), "GOAWAY 1"),
        ("Transfer-Encoding", Get(1, ("transfer-encoding", "chunked")), "400"),
        ("TE other than trailers", Get(1, ("te", "gzip")), "GOAWAY 1"),
        ("TE of trailers", Get(1, ("te", "trailers")), "200"),
        ("a pseudo-header field that nobody knows", Get(1, (":x", "y")), "GOAWAY 1"),
        ("a pseudo-header field of responses", Get(1, (":status", "200")), "GOAWAY 1"),
        ("a pseudo-header field after others", Get(1, ("x", "y"), (":method", "GET")), "GOAWAY 1"),
        ("two methods", Get(1, (":method", "GET")), "GOAWAY 1"),
        ("no method", Fields((":scheme", "http"), (":path", Hello), (":authority", "localhost")), "RST 1"),
        ("no scheme", Fields((":method", "GET"), (":path", Hello), (":authority", "localhost")), "RST 1"),
        ("no path", Fields((":method", "GET"), (":scheme", "http"), (":authority", "localhost")), "RST 1"),
        ("an empty path", Http2Wire.Request(1, Http2Wire.EndStream, "GET", ""), "RST 1"),
        ("a path without a slash", Http2Wire.Request(1, Http2Wire.EndStream, "GET", "hello"), "RST 1"),
        ("no authority", Fields((":method", "GET"), (":scheme", "http"), (":path", Hello)), "421"),
        ("an authority and another host", Get(1, ("host", "example.org")), "200"),
        ("another authority",
            Fields((":method", "GET"), (":scheme", "http"), (":path", Hello), (":authority", "example.org")), "421"),
        ("more data than its length", [.. Post("content-length", "1"), .. Http2Wire.Frame(0, 1, 1, new byte[2])], "RST 1"),
        ("less data than its length", [.. Post("content-length", "3"), .. Http2Wire.Frame(0, 1, 1, new byte[2])], "RST 1"),
        ("data as its length says", [.. Post("content-length", "2"), .. Http2Wire.Frame(0, 1, 1, new byte[2])], "200"),
        ("data without a length", [.. Post("x", "y"), .. Http2Wire.Frame(0, 1, 1, new byte[2])], "200"),
        ("a length with a plus", [.. Post("content-length", "+2"), .. Http2Wire.Frame(0, 1, 1, new byte[2])], "GOAWAY 1"),
        ("a length of no number", [.. Post("content-length", "two"), .. Http2Wire.Frame(0, 1, 1, new byte[2])], "GOAWAY 1"),

        // HPACK.
        ("an index of 0", Http2Wire.Frame(Http2Wire.Headers, 5, 1, [0x80]), "GOAWAY 2"),
        ("an index that nobody defined", Http2Wire.Frame(Http2Wire.Headers, 5, 1, [0xff, 0x20]), "GOAWAY 9"),
        ("a table beyond the size that is allowed", Http2Wire.Frame(Http2Wire.Headers, 5, 1, [0x3f, 0xe2, 0x1f]), "GOAWAY 9"),
        ("a string that ends in the middle", Http2Wire.Frame(Http2Wire.Headers, 5, 1, [0, 9, 0x61]), "GOAWAY 9"),
        ("Huffman code with the end of strings in it",
            Http2Wire.Frame(Http2Wire.Headers, 5, 1, [0, 0x84, 0xff, 0xff, 0xff, 0xff]), "GOAWAY 9"),
    ];

    public static TheoryData<string> Names => [.. Table.Select(row => row.Name)];

    [Theory]
    [MemberData(nameof(Names))]
    public async Task Frames_Odd_HaveTheirAnswer(string name)
    {
        await using var host = await HelloHost.StartAsync();
        using var clean = host.Log.ExpectClean();
        var (_, frames, expected) = Table.Single(row => row.Name == name);
        using var wire = await Http2Wire.ConnectAsync(host.Http2);

        await wire.SendAsync(frames);

        (await AnswerAsync(wire)).ShouldBe(expected);
    }

    /// <summary>Neither is answered by an exception, which would be a stack trace in the log and UNKNOWN at the client.</summary>
    [Theory]
    [InlineData(new byte[] { 0, 0xff, 0xff, 0xff, 0xff }, "8", "4294967295 bytes")]
    [InlineData(new byte[] { 0, 0x80, 0, 0, 0, 1, 2 }, "8", "2147483648 bytes")]
    [InlineData(new byte[] { 0, 0x7f, 0xff, 0xff, 0xff }, "8", "maximum")]
    [InlineData(new byte[] { 2, 0, 0, 0, 0 }, "13", "The first byte of a message is 2")]
    [InlineData(new byte[] { 0xff, 0xff, 0xff, 0xff, 0xff }, "13", "The first byte of a message is 255")]
    [InlineData(new byte[] { 1, 0, 0, 0, 0 }, "13", "compress")]
    [InlineData(new byte[] { 0, 0, 0 }, "13", "Incomplete")]
    [InlineData(new byte[] { 0, 0, 0, 0, 9, 1 }, "13", "Incomplete")]
    [InlineData(new byte[0], "13", "Incomplete")]
    public async Task Message_WithABrokenHead_IsAStatusWithoutAnException(byte[] body, string status, string words)
    {
        await using var host = await HelloHost.StartAsync();
        using var clean = host.Log.ExpectClean();

        var (answered, message) = await CallAsync(host, "/hello.v1.Hello/Greet", body);

        answered.ShouldBe(status, message);
        message.ShouldContain(words);
    }

    /// <summary>Data behind it is an error of the protocol, for which curl drops the answer.</summary>
    [Theory]
    [InlineData("/hello/Ada")]
    [InlineData("/hello/nobody")]
    [InlineData("/healthz/live")]
    [InlineData("/version")]
    [InlineData("/metrics")]
    [InlineData("/none")]
    public async Task Head_OfAnyPath_HasNoData(string path)
    {
        await using var host = await HelloHost.StartAsync();
        using var wire = await Http2Wire.ConnectAsync(host.Http2);

        await wire.SendAsync(Http2Wire.Request(1, Http2Wire.EndStream, "HEAD", path));

        while (await wire.ReadAsync() is var (type, flags, _, payload))
        {
            type.ShouldNotBe(Http2Wire.Reset);
            if (type == Http2Wire.Data)
            {
                payload.ShouldBeEmpty();
            }

            if (type is Http2Wire.Data or Http2Wire.Headers && (flags & Http2Wire.EndStream) != 0)
            {
                return;
            }
        }

        Assert.Fail("The stream has no end.");
    }

    [Theory]
    [InlineData("/hello.v1.hello/Greet")]
    [InlineData("/hello.v1.Hello/greet")]
    [InlineData("/HELLO.V1.HELLO/GREET")]
    [InlineData("/grpc.health.v1.Health/check")]
    public async Task Path_InAnotherCase_IsUnimplemented(string path)
    {
        await using var host = await HelloHost.StartAsync();

        (await CallAsync(host, path, [0, 0, 0, 0, 0])).Status.ShouldBe("12");
        (await CallAsync(host, "/hello.v1.Hello/Greet", [0, 0, 0, 0, 0])).Status.ShouldBe("0");
    }

    private static async Task<(string Status, string Message)> CallAsync(HelloHost host, string path, byte[] body)
    {
        using var http = new HttpClient();
        using var request = new HttpRequestMessage(HttpMethod.Post, new Uri(host.Http2, path))
        {
            Version = new(2, 0),
            VersionPolicy = HttpVersionPolicy.RequestVersionExact,
            Content = new ByteArrayContent(body) { Headers = { ContentType = new("application/grpc") } },
        };
        request.Headers.TE.ParseAdd("trailers");
        using var response = await http.SendAsync(request, TestContext.Current.CancellationToken).Within();
        await response.Content.ReadAsByteArrayAsync(TestContext.Current.CancellationToken).Within();
        return (Field("grpc-status"), Uri.UnescapeDataString(Field("grpc-message")));

        string Field(string name) => response.Headers.Concat(response.TrailingHeaders)
            .Where(field => field.Key == name).SelectMany(field => field.Value).FirstOrDefault("");
    }

    private static async Task<string> AnswerAsync(Http2Wire wire)
    {
        while (await wire.ReadAsync() is var (type, flags, _, payload))
        {
            switch (type)
            {
                case Http2Wire.Headers:
                    return StatusOf(payload);
                case Http2Wire.Reset:
                    return $"RST {BinaryPrimitives.ReadUInt32BigEndian(payload)}";
                case Http2Wire.GoAway:
                    return $"GOAWAY {BinaryPrimitives.ReadUInt32BigEndian(payload.AsSpan(4))}";
                case Ping when flags == Ack:
                    return "PING";
            }
        }

        return "closed";
    }

    /// <summary>The first field is the status: an entry of the static table (RFC 7541, appendix A), or a literal.</summary>
    private static string StatusOf(byte[] block) => block[0] switch
    {
        0x88 => "200",
        0x8b => "400",
        0x8c => "400",
        0x8d => "404",
        0x8e => "500",
        _ => Encoding.ASCII.GetString(block, 2, 3),
    };

    private static byte[] Get(int stream = 1, params (string Name, string Value)[] fields) =>
        Http2Wire.Request(stream, Http2Wire.EndStream, "GET", Hello, fields);

    private static byte[] Post(string name, string value, int stream = 1) => Http2Wire.Request(stream, 0, "POST", "/hello", (name, value));

    private static byte[] Setting(ushort key, uint value)
    {
        var payload = new byte[6];
        BinaryPrimitives.WriteUInt16BigEndian(payload, key);
        BinaryPrimitives.WriteUInt32BigEndian(payload.AsSpan(2), value);
        return Http2Wire.Frame(Http2Wire.Settings, 0, 0, payload);
    }

    private static byte[] Fields(params (string Name, string Value)[] fields) => Http2Wire.Frame(
        Http2Wire.Headers, Http2Wire.EndHeaders | Http2Wire.EndStream, 1,
        [.. fields.SelectMany(field => (byte[])
            [0, (byte)field.Name.Length, .. Encoding.ASCII.GetBytes(field.Name),
            (byte)field.Value.Length, .. Encoding.ASCII.GetBytes(field.Value)])]);
}
