using Grpc.Net.Client;
using Microsoft.AspNetCore.Http;

namespace Grpc.Tests.Client;

public sealed class OddResponseTests
{
    private static CancellationToken Deadline => TestDeadline.Token;

    [Theory]
    [InlineData(400, StatusCode.Internal)]
    [InlineData(401, StatusCode.Unauthenticated)]
    [InlineData(403, StatusCode.PermissionDenied)]
    [InlineData(404, StatusCode.Unimplemented)]
    [InlineData(429, StatusCode.Unavailable)]
    [InlineData(502, StatusCode.Unavailable)]
    [InlineData(503, StatusCode.Unavailable)]
    [InlineData(504, StatusCode.Unavailable)]
    [InlineData(500, StatusCode.Unknown)]
    [InlineData(302, StatusCode.Unknown)]
    public async Task HttpStatusAlone_IsMapped(int httpStatus, StatusCode expected)
    {
        var failure = await FailAsync(http =>
        {
            http.Response.StatusCode = httpStatus;
            http.Response.Headers.Location = "/elsewhere";
            return Task.CompletedTask;
        });
        failure.StatusCode.ShouldBe(expected);
        failure.Status.Detail.ShouldContain(httpStatus.ToString(System.Globalization.CultureInfo.InvariantCulture));
    }

    [Fact]
    public async Task GrpcStatusInTheHeaders_GoesBeforeTheHttpStatus()
    {
        var failure = await FailAsync(http =>
        {
            http.Response.StatusCode = 503;
            http.Response.Headers["grpc-status"] = "9";
            http.Response.Headers["grpc-message"] = "a%20b%C3%A4%";
            http.Response.Headers["more"] = "here";
            return Task.CompletedTask;
        });
        failure.StatusCode.ShouldBe(StatusCode.FailedPrecondition);
        failure.Status.Detail.ShouldBe("a bä%");
        failure.Trailers.GetValue("more").ShouldBe("here");
    }

    [Theory]
    [InlineData("17")]
    [InlineData("x")]
    [InlineData("")]
    public async Task GrpcStatusThatIsNone_IsUnknown(string status)
    {
        var failure = await FailAsync(http =>
        {
            http.Response.ContentType = "application/grpc";
            http.Response.Headers["grpc-status"] = status;
            return Task.CompletedTask;
        });
        failure.StatusCode.ShouldBe(StatusCode.Unknown);
    }

    [Theory]
    [InlineData(null)]
    [InlineData("text/html")]
    public async Task OtherContentType_IsCancelled(string? contentType)
    {
        var failure = await FailAsync(async http =>
        {
            http.Response.ContentType = contentType;
            await http.Response.Body.WriteAsync("<html>"u8.ToArray(), http.RequestAborted);
        });
        failure.StatusCode.ShouldBe(StatusCode.Cancelled);
    }

    [Fact]
    public async Task NoStatusAtAll_IsCancelled()
    {
        var failure = await FailAsync(http => http.Response.WriteMessageAsync(new Note()));
        failure.StatusCode.ShouldBe(StatusCode.Cancelled);
        failure.Status.Detail.ShouldBe("No grpc-status found on response.");
    }

    [Theory]
    [InlineData(0)]
    [InlineData(2)]
    public async Task OkWithOtherThanOneMessage_IsInternal(int count)
    {
        var failure = await FailAsync(async http =>
        {
            for (var i = 0; i < count; i++)
            {
                await http.Response.WriteMessageAsync(new Note());
            }

            http.Response.ContentType ??= "application/grpc";
            http.Response.AppendTrailer("grpc-status", "0");
        });
        failure.StatusCode.ShouldBe(StatusCode.Internal);
    }

    [Theory]
    [InlineData(new byte[] { 0, 0, 0 })]
    [InlineData(new byte[] { 0, 0, 0, 0, 2, 10 })]
    [InlineData(new byte[] { 1, 0, 0, 0, 0 })]
    [InlineData(new byte[] { 0, 0, 0, 0, 1, 255 })]
    public async Task BrokenMessage_IsInternal(byte[] body)
    {
        var failure = await FailAsync(async http =>
        {
            http.Response.ContentType = "application/grpc";
            await http.Response.Body.WriteAsync(body, http.RequestAborted);
            http.Response.AppendTrailer("grpc-status", "0");
        });
        failure.StatusCode.ShouldBe(StatusCode.Internal);
    }

    [Theory]
    [InlineData(0x2, StatusCode.Internal)]
    [InlineData(0x8, StatusCode.Cancelled)]
    [InlineData(0xb, StatusCode.ResourceExhausted)]
    [InlineData(0xc, StatusCode.PermissionDenied)]
    public async Task ResetStream_IsMapped(int code, StatusCode expected)
    {
        var beforeHeaders = await FailAsync(http =>
        {
            http.Reset(code);
            return Task.CompletedTask;
        });
        beforeHeaders.StatusCode.ShouldBe(expected);

        var inTheMessages = await FailAsync(async http =>
        {
            await http.Response.WriteMessageAsync(new Note());
            await http.Response.Body.FlushAsync(http.RequestAborted);
            http.Reset(code);
        });
        inTheMessages.StatusCode.ShouldBe(expected);
    }

    [Fact]
    public async Task LargerMessageThanAllowed_IsResourceExhausted()
    {
        var failure = await FailAsync(async http =>
        {
            http.Response.ContentType = "application/grpc";
            await http.Response.Body.WriteAsync(Frame.Of([], announced: 4 * 1024 * 1024 + 1), http.RequestAborted);
            http.Response.AppendTrailer("grpc-status", "0");
        });
        failure.StatusCode.ShouldBe(StatusCode.ResourceExhausted);
    }

    [Fact]
    public async Task NobodyThere_IsUnavailable()
    {
        var host = await GrpcHost.StartAsync(Deadline);
        var address = host.Address;
        await host.DisposeAsync();
        using var channel = GrpcChannel.ForAddress(address);
        using var call = new Kinds.KindsClient(channel).UnaryAsync(new Note(), cancellationToken: Deadline);
        (await Should.ThrowAsync<RpcException>(call.ResponseAsync)).StatusCode.ShouldBe(StatusCode.Unavailable);
        (await Should.ThrowAsync<RpcException>(call.ResponseHeadersAsync)).StatusCode.ShouldBe(StatusCode.Unavailable);
    }

    [Fact]
    public async Task ConnectionThatBreaks_IsUnavailable()
    {
        var failure = await FailAsync(async http =>
        {
            await http.Response.WriteMessageAsync(new Note());
            await http.Response.Body.FlushAsync(http.RequestAborted);
            http.Features.Get<Microsoft.AspNetCore.Connections.Features.IConnectionLifetimeFeature>()!.Abort();
        });
        failure.StatusCode.ShouldBe(StatusCode.Unavailable);
    }

    private static async Task<RpcException> FailAsync(RequestDelegate answer)
    {
        await using var host = await OddServer.StartAsync(answer, Deadline);
        using var call = host.Client.UnaryAsync(new Note(), cancellationToken: Deadline);
        var failure = await Should.ThrowAsync<RpcException>(call.ResponseAsync);
        call.GetStatus().StatusCode.ShouldBe(failure.StatusCode);
        return failure;
    }
}
