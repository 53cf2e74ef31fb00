using Grpc.Core;
using Grpc.Protocol;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Features;
using Microsoft.AspNetCore.Http.Timeouts;
using Microsoft.AspNetCore.Server.Kestrel.Core.Features;
using Microsoft.Extensions.Logging;

namespace Grpc.AspNetCore.Server;

/// <summary>One call in progress.</summary>
internal sealed class ServerCall : ServerCallContext, IAsyncDisposable
{
    private readonly CallDeadline? _deadline;

    public ServerCall(HttpContext http, CallLimits limits, TimeProvider time, ILogger logger)
    {
        HttpContext = http;
        Input = new RequestInput(http, limits.MaxReceiveMessageSize);
        Output = new ResponseOutput(http.Response, limits.MaxSendMessageSize);

        // An unreadable timeout is no reason to refuse the call.
        if (GrpcTimeout.TryParse(http.Request.Headers[GrpcHeaders.Timeout].ToString(), out var timeout))
        {
            _deadline = new CallDeadline(this, timeout, time, logger);
        }
    }

    public HttpContext HttpContext { get; }

    public RequestInput Input { get; }

    public ResponseOutput Output { get; }

    /// <summary>The client has gone or the deadline has passed: whatever fails now fails because of that.</summary>
    public bool IsOver => Input.IsBroken || Output.IsEnded || CancellationToken.IsCancellationRequested;

    protected override string MethodCore => HttpContext.Request.Path.Value!;

    protected override string HostCore => HttpContext.Request.Host.Value ?? "";

    protected override string PeerCore => PeerName.Of(HttpContext.Connection);

    protected override DateTime DeadlineCore => _deadline?.Time ?? DateTime.MaxValue;

    protected override Metadata RequestHeadersCore => field ??= ReadHeaders();

    protected override CancellationToken CancellationTokenCore => _deadline?.Token ?? HttpContext.RequestAborted;

    protected override Metadata ResponseTrailersCore => Trailers ??= [];

    protected override Status StatusCore { get; set; } = Status.DefaultSuccess;

    protected override WriteOptions? WriteOptionsCore { get; set; }

    protected override AuthContext AuthContextCore => field ??= CertificateIdentity.Of(HttpContext.Connection.ClientCertificate);

    private Metadata? Trailers { get; set; }

    /// <summary>
    /// A stream may last for days and carry any number of bytes: Kestrel's limits on the body as a whole, and the application's request
    /// timeout unless it is meant for this method, do not fit it. Its bounds are the size of a message, and those that the handler sets.
    /// </summary>
    public void LiftUploadLimits()
    {
        HttpContext.Features.Get<IHttpMinRequestBodyDataRateFeature>()?.MinDataRate = null;
        if (HttpContext.Features.Get<IHttpMaxRequestBodySizeFeature>() is { IsReadOnly: false } size)
        {
            size.MaxRequestBodySize = null;
        }

        if (HttpContext.GetEndpoint()?.Metadata.GetMetadata<RequestTimeoutAttribute>() is null)
        {
            HttpContext.Features.Get<IHttpRequestTimeoutFeature>()?.DisableTimeout();
        }
    }

    /// <returns>False when the call has ended before.</returns>
    public bool TryEnd(Status status, Metadata furtherTrailers) => Output.TryEnd(status, Trailers ?? Metadata.Empty, furtherTrailers);

    /// <summary>Ends the call, unless its deadline has; nothing touches the response any more when this completes.</summary>
    public async ValueTask EndAsync(Status status, Metadata furtherTrailers)
    {
        if (!TryEnd(status, furtherTrailers))
        {
            await _deadline!.Expired.ConfigureAwait(false);
        }
        else if (Output.IsTorn)
        {
            StreamReset.InternalError(HttpContext);
        }
    }

    public async ValueTask DisposeAsync()
    {
        if (_deadline is not null)
        {
            await _deadline.DisposeAsync().ConfigureAwait(false);
        }

        Input.Release();
        Output.Dispose();
    }

    protected override Task WriteResponseHeadersAsyncCore(Metadata responseHeaders)
    {
        ArgumentNullException.ThrowIfNull(responseHeaders);
        return Output.SendHeadersAsync(responseHeaders, CancellationToken.None);
    }

    private Metadata ReadHeaders()
    {
        var headers = new Metadata();
        foreach (var (name, values) in HttpContext.Request.Headers)
        {
            if (GrpcHeaders.IsReserved(name))
            {
                continue;
            }

            foreach (var value in values)
            {
                // Every HTTP client may send headers of its own; those that are no metadata are ignored.
                MetadataValue.TryAdd(headers, name, value ?? "");
            }
        }

        return headers;
    }
}
