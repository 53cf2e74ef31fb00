using System.Net;
using Gateway.Features.Metrics;
using Gateway.Features.Dispatch;
using Gateway.Features.Passing;
using Gateway.Features.Upstream;
using Hosting.Errors;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Features;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;

namespace Gateway.Tests.Passing;

public sealed class PassedResponseTests
{
    private static readonly byte[] Message = [0, 0, 0, 0, 1, 7];

    private readonly GatewayMetrics _metrics = new(Prometheus.Metrics.NewCustomRegistry());

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    /// <summary>A read that went on would write into a buffer that another call has by then.</summary>
    [Fact]
    public async Task PassAsync_ClientIsLostWhileTheBackendPauses_LeavesNoReadBehind()
    {
        using var client = new LostStream();
        var context = new DefaultHttpContext();
        context.Features.Set<IHttpResponseBodyFeature>(new StreamResponseBodyFeature(client));
        using var upstream = new OneMessage(ends: false);
        using var patience = new BackendPatience(Timeout.InfiniteTimeSpan, Token);
        var response = new PassedResponse(context, () => true, 64 << 10, _metrics);

        await Should.ThrowAsync<IOException>(response.PassAsync(upstream, first: true, patience).Within());

        upstream.Reads.ShouldBe(2);
        upstream.IsReading.ShouldBeFalse();
    }

    /// <summary>Nothing has left for the client yet: the status must not overtake the message, or the response is none of gRPC's.</summary>
    [Fact]
    public async Task RefuseAsync_MessageIsStillHere_TellsTheStatusInTheTrailers()
    {
        await using var server = await ServeAsync(async context =>
        {
            using var upstream = new OneMessage(ends: true);
            using var patience = new BackendPatience(Timeout.InfiniteTimeSpan, Token);
            var response = new PassedResponse(context, () => true, 64 << 10, _metrics);
            (await response.PassAsync(upstream, first: true, patience)).Result.IsError(out var error, out _).ShouldBeTrue();
            await response.RefuseAsync(error!);
        });

        using var refused = await RawCall.SendAsync(new Uri(server.Urls.Single()), "/a/b");

        (await refused.Content.ReadAsByteArrayAsync(Token).Within()).ShouldBe(Message);
        refused.Headers.NonValidated.Contains("grpc-status").ShouldBeFalse();
        refused.TrailingHeaders.GetValues("grpc-status").ShouldBe(["14"]);
        refused.TrailingHeaders.NonValidated.Contains(StatusTrailer.Name).ShouldBeTrue();
    }

    /// <summary>
    /// The call may wait long for the client's end. Bytes that nobody flushed would keep Kestrel's writer busy all the time, and a service
    /// with one processor would stand still.
    /// </summary>
    [Fact]
    public async Task PassAsync_ClientHasNotEnded_LeavesNothingInTheBuffer()
    {
        var waits = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        await using var server = await ServeAsync(async context =>
        {
            using var upstream = new OneMessage(ends: true);
            using var patience = new BackendPatience(Timeout.InfiniteTimeSpan, Token);
            await new PassedResponse(context, () => false, 64 << 10, _metrics).PassAsync(upstream, first: true, patience);
            await waits.Task;
        });
        using var http = new HttpClient();
        using var request = new HttpRequestMessage(HttpMethod.Post, new Uri($"{server.Urls.Single()}/a/b"))
        {
            Version = HttpVersion.Version20,
            VersionPolicy = HttpVersionPolicy.RequestVersionExact,
        };
        using var response = await http.SendAsync(request, HttpCompletionOption.ResponseHeadersRead, Token).Within();
        await using var body = await response.Content.ReadAsStreamAsync(Token);
        var message = new byte[Message.Length];

        await body.ReadExactlyAsync(message, Token).AsTask().Within();

        message.ShouldBe(Message);
        waits.SetResult();
    }

    private static async Task<WebApplication> ServeAsync(RequestDelegate call)
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.Services.AddSingleton(GatewayApp.Host);
        builder.WebHost.ConfigureKestrel(kestrel =>
            kestrel.Listen(IPAddress.Loopback, 0, port => port.Protocols = HttpProtocols.Http2));
        var app = builder.Build();
        app.MapPost("/a/b", call);
        await app.StartAsync(Token).Within();
        return app;
    }

    /// <summary>A response of one message; then it ends without a status, or pauses until it is disposed.</summary>
    private sealed class OneMessage(bool ends) : IUpstreamResponse
    {
        private readonly TaskCompletionSource<int> _end = new(TaskCreationOptions.RunContinuationsAsynchronously);

        public int Reads { get; private set; }

        public bool IsReading { get; private set; }

        public int HttpStatus => StatusCodes.Status200OK;

        public IEnumerable<KeyValuePair<string, string>> Headers => [new("content-type", "application/grpc")];

        public IEnumerable<KeyValuePair<string, string>> Trailers => [];

        public string? Header(string name) => null;

        public string? Trailer(string name) => null;

        public async ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken)
        {
            if (++Reads == 1)
            {
                Message.CopyTo(buffer);
                return Message.Length;
            }

            if (ends)
            {
                return 0;
            }

            IsReading = true;
            try
            {
                return await _end.Task.Within();
            }
            finally
            {
                IsReading = false;
            }
        }

        public void Dispose() => _end.TrySetException(new IOException("The response was given up."));
    }
}
