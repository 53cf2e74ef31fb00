using System.Net;

namespace Grpc.Tests.Server;

public sealed class MalformedRequestTests : IAsyncLifetime
{
    private const string Unary = "/grpc.tests.Kinds/Unary";
    private const string Collect = "/grpc.tests.Kinds/Collect";

    private static readonly byte[] Valid = Frame.Of(new Note { Text = "a" });

    private GrpcHost _host = null!;
    private RawClient _client = null!;

    private static CancellationToken Deadline => TestDeadline.Token;

    public async ValueTask InitializeAsync()
    {
        _host = await GrpcHost.StartAsync(Deadline);
        _client = new RawClient(_host);
    }

    public async ValueTask DisposeAsync()
    {
        _client.Dispose();
        await _host.DisposeAsync();
    }

    [Fact]
    public async Task Unary_Valid_HasHeadersMessageAndTrailers()
    {
        var answer = await _client.PostAsync(Unary, Valid, Deadline);
        answer.HttpStatus.ShouldBe(200);
        answer.ContentType.ShouldBe("application/grpc");
        answer.Body.ShouldBe(Frame.Of(new Note { Text = "a", Number = 1 }));
        answer.Headers.ShouldNotContainKey("grpc-status");
        answer.Trailers.ShouldBe(new Dictionary<string, string> { ["grpc-status"] = "0" });
    }

    [Theory]
    [InlineData(new byte[0])]
    [InlineData(new byte[] { 0 })]
    [InlineData(new byte[] { 0, 0, 0, 0 })]
    [InlineData(new byte[] { 0, 0, 0, 0, 1 })]
    [InlineData(new byte[] { 0, 0, 0, 0, 3, 10, 1 })]
    public async Task Unary_CutOff_IsInternal(byte[] body)
    {
        var answer = await _client.PostAsync(Unary, body, Deadline);
        answer.HttpStatus.ShouldBe(200);
        answer.TrailersOnlyStatus.ShouldBe("13");
        answer.Headers["grpc-message"].ShouldBe("Incomplete message.");
    }

    [Fact]
    public async Task Unary_DataAfterTheMessage_IsInternal()
    {
        foreach (var trailing in (byte[][])[[0], Valid])
        {
            var answer = await _client.PostAsync(Unary, [.. Valid, .. trailing], Deadline);
            answer.TrailersOnlyStatus.ShouldBe("13");
            answer.Headers["grpc-message"].ShouldBe("Additional data after the message received.");
        }
    }

    [Fact]
    public async Task Collect_SecondMessageCutOff_IsInternal()
    {
        var answer = await _client.PostAsync(Collect, [.. Valid, .. Valid[..^1]], Deadline);
        answer.TrailersOnlyStatus.ShouldBe("13");
    }

    [Fact]
    public async Task Collect_NoMessage_IsTheEmptyStream()
    {
        var answer = await _client.PostAsync(Collect, [], Deadline);
        answer.Trailers["grpc-status"].ShouldBe("0");
    }

    [Fact]
    public async Task Unary_PayloadThatIsNoProtobuf_IsInvalidArgument()
    {
        var answer = await _client.PostAsync(Unary, Frame.Of([0xff, 0xff, 0xff]), Deadline);
        answer.TrailersOnlyStatus.ShouldBe("3");
        answer.Headers["grpc-message"].ShouldBe("The message is no protobuf of this method.");
    }

    [Theory]
    [InlineData(1, "gzip", "13")]
    [InlineData(1, "snappy", "12")]
    [InlineData(1, "identity", "13")]
    [InlineData(1, null, "13")]
    [InlineData(2, "gzip", "13")]
    [InlineData(0, "gzip", null)]
    public async Task Unary_CompressedFlag_IsRefusedUnlessUnset(byte flag, string? encoding, string? expected)
    {
        (string, string)[] headers = encoding is null ? [] : [("grpc-encoding", encoding)];
        var answer = await _client.PostAsync(Unary, Frame.Of([10, 1, 97], flag), Deadline, headers);
        if (expected is null)
        {
            answer.Trailers["grpc-status"].ShouldBe("0");
            return;
        }

        answer.TrailersOnlyStatus.ShouldBe(expected);
        if (expected == "12")
        {
            answer.Headers["grpc-accept-encoding"].ShouldBe("identity,gzip");
            answer.Headers["grpc-message"].ShouldContain(encoding!);
        }
    }

    [Fact]
    public async Task Unary_LengthOverTheLimit_IsRefusedBeforeItArrives()
    {
        var answer = await _client.PostAsync(Unary, Frame.Of([], announced: 4 * 1024 * 1024 + 1), Deadline);
        answer.TrailersOnlyStatus.ShouldBe("8");
        answer.Headers["grpc-message"].ShouldBe("Received message exceeds the maximum configured message size.");
    }

    [Fact]
    public async Task Unary_LengthWithTheTopBit_IsRefused()
    {
        var answer = await _client.PostAsync(Unary, Frame.Of([], announced: -1), Deadline);
        answer.TrailersOnlyStatus.ShouldBe("8");
    }

    [Theory]
    [InlineData("/grpc.tests.Kinds/Nothing", "Method is unimplemented.")]
    [InlineData("/grpc.tests.Other/Unary", "Service is unimplemented.")]
    public async Task Unary_UnknownTarget_IsUnimplemented(string path, string message)
    {
        var answer = await _client.PostAsync(path, Valid, Deadline);
        answer.HttpStatus.ShouldBe(200);
        answer.ContentType.ShouldBe("application/grpc");
        answer.TrailersOnlyStatus.ShouldBe("12");
        answer.Headers["grpc-message"].ShouldBe(message);
    }

    [Theory]
    [InlineData("application/json")]
    [InlineData("application/grpc-web")]
    [InlineData("application/grpcx")]
    [InlineData(null)]
    public async Task Unary_OtherContentType_Is415(string? contentType)
    {
        using var request = Request(HttpMethod.Post, contentType);
        var answer = await _client.SendAsync(request, Deadline);
        answer.HttpStatus.ShouldBe(415);
        answer.TrailersOnlyStatus.ShouldBe("13");
    }

    [Theory]
    [InlineData("application/grpc")]
    [InlineData("application/grpc+proto")]
    [InlineData("application/grpc; charset=utf-8")]
    [InlineData("Application/GRPC+proto")]
    public async Task Unary_GrpcContentType_IsServed(string contentType)
    {
        using var request = Request(HttpMethod.Post, contentType);
        var answer = await _client.SendAsync(request, Deadline);
        answer.Trailers["grpc-status"].ShouldBe("0");
    }

    [Fact]
    public async Task Unary_OtherMethod_Is405()
    {
        using var request = Request(HttpMethod.Put, "application/grpc");
        var answer = await _client.SendAsync(request, Deadline);
        answer.HttpStatus.ShouldBe(405);
        (await _client.PostAsync(Unary, Valid, Deadline)).Trailers["grpc-status"].ShouldBe("0");
    }

    [Fact]
    public async Task NonGrpcRequest_ToAnUnknownPath_IsLeftToTheApplication()
    {
        using var request = new HttpRequestMessage(HttpMethod.Get, "/any/thing")
        {
            Version = HttpVersion.Version20,
            VersionPolicy = HttpVersionPolicy.RequestVersionExact,
        };
        (await _client.SendAsync(request, Deadline)).HttpStatus.ShouldBe(404);
    }

    private static HttpRequestMessage Request(HttpMethod method, string? contentType)
    {
        var request = new HttpRequestMessage(method, Unary)
        {
            Version = HttpVersion.Version20,
            VersionPolicy = HttpVersionPolicy.RequestVersionExact,
            Content = new ByteArrayContent(Valid),
        };
        if (contentType is not null)
        {
            request.Content.Headers.TryAddWithoutValidation("Content-Type", contentType);
        }

        return request;
    }
}
