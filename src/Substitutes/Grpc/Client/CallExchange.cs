using Grpc.Core;
using Grpc.Protocol;

namespace Grpc.Net.Client;

/// <summary>
/// One call over one HTTP request: its headers, its end, and whatever ends it early. The first to end it decides the status: the server's
/// trailers, a failure of the transport, the deadline, the caller's token, <see cref="Dispose"/>, the channel's end.
/// </summary>
internal sealed class CallExchange : IDisposable
{
    private readonly GrpcChannel _channel;
    private readonly IMethod _method;
    private readonly CallOptions _options;
    private readonly CancellationTokenSource _cancellation = new();
    private readonly TaskCompletionSource<Status> _ended = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly TaskCompletionSource<Metadata> _headers = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly Lock _gate = new();
    private CancellationTokenRegistration _callerRegistration;
    private CancellationTokenRegistration _channelRegistration;
    private DeadlineTimer? _deadline;
    private HttpResponseMessage? _response;
    private Task<FrameReader?> _opened = Task.FromResult<FrameReader?>(null);
    private Metadata? _trailers;
    private bool _isEnded;

    public CallExchange(GrpcChannel channel, IMethod method, CallOptions options)
    {
        if (options.Deadline is { Kind: not DateTimeKind.Utc } deadline && deadline != DateTime.MaxValue && deadline != DateTime.MinValue)
        {
            throw new ArgumentException("A deadline must be in UTC, or DateTime.MaxValue or DateTime.MinValue.", nameof(options));
        }

        (_channel, _method, _options) = (channel, method, options);
    }

    public Task<Metadata> Headers => _headers.Task;

    /// <summary>Completes with the status, whatever it is.</summary>
    public Task<Status> Ended => _ended.Task;

    /// <summary>Fires when the call has ended, unless it went well and <see cref="TryEndRequests"/> was heeded.</summary>
    public CancellationToken Token => _cancellation.Token;

    /// <summary>Ends a stream of requests that is not needed any more; false when that cannot be done in order.</summary>
    public Func<bool>? TryEndRequests { get; set; }

    public int? MaxSendMessageSize => _channel.MaxSendMessageSize;

    /// <summary>Sends the request.</summary>
    public void Start(RequestContent content)
    {
        var remaining = _options.Deadline is { } deadline && deadline != DateTime.MaxValue
            ? deadline - TimeProvider.System.GetUtcNow().UtcDateTime
            : (TimeSpan?)null;
        if (remaining <= TimeSpan.Zero)
        {
            EndByDeadline();
            return;
        }

        _callerRegistration = _options.CancellationToken.UnsafeRegister(
            static state => ((CallExchange)state!).Cancel("Call canceled by the client."), this);
        _channelRegistration = _channel.Shutdown.UnsafeRegister(
            static state => ((CallExchange)state!).Cancel("The channel was shut down."), this);
        _opened = SendAsync(content, remaining);
        lock (_gate)
        {
            _deadline = remaining is { } timeout ? new DeadlineTimer(timeout, TimeProvider.System, EndByDeadline) : null;
        }

        if (_ended.Task.IsCompleted)
        {
            Release();
        }
    }

    /// <summary>Waits for the response to begin.</summary>
    /// <returns>Its messages; null when the call ended without any, and <see cref="Ended"/> says how.</returns>
    public Task<FrameReader?> OpenAsync() => _opened;

    /// <summary>After the last message: the trailers have the status.</summary>
    public void EndOfMessages(bool hadMessages)
    {
        if (Ended.IsCompleted)
        {
            return;
        }

        var trailers = _response!.TrailingHeaders;
        var status = ResponseStatus.Find(trailers) ?? new Status(StatusCode.Cancelled, "No grpc-status found on response.");
        End(Checked(status, hadMessages), ResponseStatus.Read(trailers));
    }

    public void Cancel(string detail) => End(new Status(StatusCode.Cancelled, detail));

    public void End(Status status, Metadata? trailers = null)
    {
        lock (_gate)
        {
            if (_isEnded)
            {
                return;
            }

            _isEnded = true;
            _trailers = trailers;
        }

        _ended.SetResult(status);
        if (!_headers.Task.IsCompleted && _headers.TrySetException(Failure()))
        {
            // Few callers ask for the headers; a failure that none of them saw must not come up at the finalizer.
            _ = _headers.Task.Exception;
        }

        Release();
        if (status.StatusCode != StatusCode.OK || TryEndRequests?.Invoke() != true)
        {
            _cancellation.Cancel();
        }

        _response?.Dispose();
    }

    /// <summary>The status as an exception; the call has ended.</summary>
    public RpcException Failure() => new(_ended.Task.Result, GetTrailers());

    /// <summary>The exception that a failed write throws.</summary>
    public async Task<Exception> WriteFailureAsync(Exception exception)
    {
        // With one response, its reader is at work and will know how the call ended. A stream of responses may have no reader just now.
        if (_method.Type == MethodType.ClientStreaming)
        {
            await Ended.ConfigureAwait(false);
        }

        // HttpClient gives the request's body up when the server has ended the response, and does not say so.
        return Ended.IsCompleted ? Failure()
            : exception is ObjectDisposedException or OperationCanceledException ? new RpcException(
                new Status(StatusCode.Cancelled, "The server has ended the call; its status comes after the last response.", exception))
            : new RpcException(TransportFailure.ToStatus(exception));
    }

    public Status GetStatus() => _ended.Task.IsCompleted
        ? _ended.Task.Result
        : throw new InvalidOperationException("Unable to get the status because the call is not complete.");

    public Metadata GetTrailers() => _ended.Task.IsCompleted
        ? _trailers ?? Metadata.Empty
        : throw new InvalidOperationException("Can't get the call trailers because the call has not completed.");

    public void Dispose() => Cancel("gRPC call disposed.");

    // A success needs its message, where there is to be exactly one.
    private Status Checked(Status status, bool hadMessages) =>
        status.StatusCode == StatusCode.OK && !hadMessages && (_method.Type is MethodType.Unary or MethodType.ClientStreaming)
            ? new Status(StatusCode.Internal, "The response has no message.")
            : status;

    private void EndByDeadline() => End(new Status(StatusCode.DeadlineExceeded, ""));

    private async Task<FrameReader?> SendAsync(RequestContent content, TimeSpan? timeout)
    {
        try
        {
            var request = _channel.CreateRequest(_method, content);
            RequestHead.Write(request.Headers, _options.Headers, timeout);
            var response = await _channel.SendAsync(request, Token).ConfigureAwait(false);
            lock (_gate)
            {
                _response = response;
                if (_isEnded)
                {
                    response.Dispose();
                    return null;
                }
            }

            var headers = ResponseStatus.Read(response.Headers);
            _headers.TrySetResult(headers);

            // A status in the headers (Trailers-Only) goes before whatever HTTP says.
            if ((ResponseStatus.Find(response.Headers) ?? ResponseStatus.Refusal(response)) is { } status)
            {
                End(Checked(status, hadMessages: false), headers);
                return null;
            }

            var body = await response.Content.ReadAsStreamAsync(Token).ConfigureAwait(false);
            return new FrameReader(body, _channel.MaxReceiveMessageSize);
        }
        catch (Exception exception)
        {
            End(TransportFailure.ToStatus(exception));
            return null;
        }
    }

    private void Release()
    {
        _callerRegistration.Unregister();
        _channelRegistration.Unregister();
        lock (_gate)
        {
            _deadline?.Dispose();
        }
    }
}
