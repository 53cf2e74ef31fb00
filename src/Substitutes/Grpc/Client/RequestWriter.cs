using System.Diagnostics.CodeAnalysis;
using Grpc.Core;

namespace Grpc.Net.Client;

/// <summary>The requests of a streaming call. Each is flushed, unless <see cref="WriteFlags.BufferHint"/> says that more follow.</summary>
[SuppressMessage("Design", "CA1001", Justification = "The buffer goes back with the last message; the collector takes an abandoned one.")]
internal sealed class RequestWriter<T> : IClientStreamWriter<T>
{
    // A write and the end of the stream exclude each other: after END_STREAM nothing may follow, or the server closes the connection
    // (RFC 9113, section 5.1).
    private const int Idle = 0;
    private const int Writing = 1;
    private const int Ended = 2;

    private readonly CallExchange _exchange;
    private readonly Marshaller<T> _marshaller;
    private readonly RequestSerializer _serializer;
    private readonly TaskCompletionSource<Stream> _opened = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly TaskCompletionSource _completed = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private int _state = Idle;
    private bool _isCompleted;

    public RequestWriter(CallExchange exchange, Marshaller<T> marshaller, WriteOptions? options)
    {
        (_exchange, _marshaller) = (exchange, marshaller);
        WriteOptions = options;
        _serializer = new RequestSerializer(exchange.MaxSendMessageSize);
        Content = new RequestContent(SendAsync);
        exchange.TryEndRequests = TryEnd;
        exchange.Token.UnsafeRegister(static state => ((RequestWriter<T>)state!).Abandon(), this);
    }

    public RequestContent Content { get; }

    public WriteOptions? WriteOptions { get; set; }

    public Task WriteAsync(T message) => WriteAsync(message, CancellationToken.None);

    public Task WriteAsync(T message, CancellationToken cancellationToken)
    {
        if (message is null)
        {
            return Task.FromException(new ArgumentNullException(nameof(message)));
        }

        if (_isCompleted)
        {
            return Task.FromException(
                new InvalidOperationException("Can't write the message because the client stream writer is complete."));
        }

        if (_exchange.Ended.IsCompleted)
        {
            return Task.FromException(_exchange.Failure());
        }

        return Interlocked.CompareExchange(ref _state, Writing, Idle) switch
        {
            Idle => WriteCoreAsync(message, cancellationToken),
            Writing => Task.FromException(
                new InvalidOperationException("Can't write the message because the previous write is in progress.")),
            _ => Task.FromException(_exchange.Failure()),
        };
    }

    public Task CompleteAsync()
    {
        if (Volatile.Read(ref _state) == Writing)
        {
            return Task.FromException(
                new InvalidOperationException("Can't complete the client stream writer because the previous write is in progress."));
        }

        _isCompleted = true;
        _serializer.Dispose();
        _completed.TrySetResult();
        return Task.CompletedTask;
    }

    private async Task WriteCoreAsync(T message, CancellationToken cancellationToken)
    {
        // A message that went out in part cannot be taken back: giving up one write gives up the call.
        using var registration = cancellationToken.UnsafeRegister(
            static state => ((CallExchange)state!).Cancel("Call canceled by the client."), _exchange);
        try
        {
            var stream = await OpenedAsync().ConfigureAwait(false);
            _serializer.Serialize(message, _marshaller);
            await WriteAsync(stream).ConfigureAwait(false);
        }
        finally
        {
            Volatile.Write(ref _state, Idle);
        }
    }

    private async Task<Stream> OpenedAsync()
    {
        try
        {
            return await _opened.Task.ConfigureAwait(false);
        }
        catch (OperationCanceledException)
        {
            await _exchange.Ended.ConfigureAwait(false);
            throw _exchange.Failure();
        }
    }

    private async Task WriteAsync(Stream stream)
    {
        try
        {
            await stream.WriteAsync(_serializer.Head, _exchange.Token).ConfigureAwait(false);
            if (!_serializer.Tail.IsEmpty)
            {
                await stream.WriteAsync(_serializer.Tail, _exchange.Token).ConfigureAwait(false);
            }

            if (WriteOptions is not { } options || !options.Flags.HasFlag(WriteFlags.BufferHint))
            {
                await stream.FlushAsync(_exchange.Token).ConfigureAwait(false);
            }
        }
        catch (Exception exception) when (exception is IOException or HttpRequestException)
        {
            // The connection failed, or the stream was reset. Like the package, this throws it as it is; the response has the status.
            _serializer.Dispose();
            throw;
        }
        catch (Exception exception)
        {
            _serializer.Dispose();
            throw await _exchange.WriteFailureAsync(exception).ConfigureAwait(false);
        }
    }

    // Runs as the body of the request: hands the stream to the writes, and ends when they are complete.
    private async Task SendAsync(Stream stream, CancellationToken cancellationToken)
    {
        // The server shall see the call before its first message.
        await stream.FlushAsync(cancellationToken).ConfigureAwait(false);
        _opened.TrySetResult(stream);
        await _completed.Task.WaitAsync(cancellationToken).ConfigureAwait(false);
    }

    // After the whole response HttpClient resets a stream whose body is cancelled, and Kestrel has to remember it for a while: a stream
    // that stands between two messages is ended in order instead.
    private bool TryEnd() => Interlocked.CompareExchange(ref _state, Ended, Idle) == Idle && _completed.TrySetResult();

    private void Abandon()
    {
        _opened.TrySetCanceled();
        _completed.TrySetCanceled();
    }
}
