using System.Buffers;
using System.IO.Pipelines;
using System.Runtime.CompilerServices;
using Gateway.Features.Errors;
using Gateway.Features.Metrics;
using Gateway.Features.Overload;
using Gateway.Features.Routing;
using Gateway.Features.Upstream;
using Hosting.Errors;

namespace Gateway.Features.Passing;

/// <summary>The messages of a gRPC client, unchanged, in the buffers that received them. The first bytes are held.</summary>
/// <param name="source">The client's body.</param>
/// <param name="holdBytes">How many bytes are held.</param>
/// <param name="metrics">Counts them.</param>
/// <param name="route">May limit the size of a message; null for none.</param>
/// <param name="permit">Of an upload.</param>
internal sealed class PassedBody(
    PipeReader source, int holdBytes, GatewayMetrics metrics, CallRoute? route = null, UploadAdmission.Permit? permit = null)
    : ICallBody, IDisposable
{
    private readonly MessageSizes? _sizes = route?.MaxRequestMessageBytes is { } limit ? new(limit) : null;
    private readonly HeldBytes _held = new(holdBytes);
    private readonly BodySending _sending = new();
    private Action<ReadResult?>? _keep; // made once, not for each chunk

    /// <inheritdoc/>
    public bool IsWhole => _held.IsWhole;

    /// <summary>The client has sent all of it.</summary>
    public bool IsEnded { get; private set; }

    /// <summary>Nothing of it was read.</summary>
    public bool IsUnread => !IsEnded && _held is { IsWhole: true, Bytes.Length: 0 };

    /// <summary>The client has sent metadata of a file, and waits to be asked for the rest.</summary>
    public bool Waits => _held.IsWhole && WaitingSender.Is(_held.Bytes.Span);

    /// <inheritdoc/>
    public Error? SourceError { get; private set; }

    /// <summary>The client aborted.</summary>
    public bool IsSourceGone { get; private set; }

    /// <inheritdoc/>
    public Action<bool> BackendsTurn { get; set; } = _ => { };

    public Task SendAsync(Stream stream, CancellationToken cancellationToken) =>
        _sending.BeginAsync((reading, writing) => SendCoreAsync(stream, reading, writing), cancellationToken);

    /// <inheritdoc cref="BodySending.StopAsync"/>
    public Task StopAsync() => _sending.StopAsync();

    public void Dispose()
    {
        _sending.Dispose();
        _held.Dispose();
    }

    private async Task SendCoreAsync(Stream stream, CancellationTokenSource reading, CancellationToken cancellationToken)
    {
        BackendsTurn(false);
        await WriteAsync(stream, _held.Bytes, cancellationToken);
        while (!IsEnded)
        {
            var next = ReadAsync(reading.Token);
            var chunk = next.IsCompleted
                ? await next
                : await FromSender(next.AfterFlushAsync(stream, reading, _keep ??= Keep, cancellationToken)); // it may wait for an answer
            if (chunk is not { } read)
            {
                return; // stopped
            }

            try
            {
                Hold(read.Buffer);
                foreach (var segment in read.Buffer)
                {
                    await WriteAsync(stream, segment, cancellationToken);
                }

                metrics.Received(read.Buffer.Length);
                IsEnded = read.IsCompleted;
            }
            finally
            {
                source.AdvanceTo(read.Buffer.End);
            }
        }

        BackendsTurn(true);
    }

    private ValueTask<T> FromSender<T>(ValueTask<T> more) => permit?.AwaitSenderAsync(more) ?? more;

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    private async ValueTask WriteAsync(Stream stream, ReadOnlyMemory<byte> bytes, CancellationToken cancellationToken)
    {
        var written = stream.WriteAsync(bytes, cancellationToken);
        if (written.IsCompleted)
        {
            await written;
            return;
        }

        BackendsTurn(true);
        await written;
        BackendsTurn(false);
    }

    /// <summary>Keeps bytes that arrived although the backend takes no more.</summary>
    private void Keep(ReadResult? chunk)
    {
        if (chunk is { } read)
        {
            try
            {
                Hold(read.Buffer);
                IsEnded = read.IsCompleted;
            }
            finally
            {
                source.AdvanceTo(read.Buffer.End);
            }
        }
    }

    /// <exception cref="IOException">A message is larger than the route allows.</exception>
    private void Hold(ReadOnlySequence<byte> bytes)
    {
        if (_sizes?.FindTooLarge(bytes) is { } size)
        {
            SourceError = GatewayErrors.MessageTooLarge(route!.Name, size, route.MaxRequestMessageBytes!.Value);
            throw new IOException(SourceError.Detail);
        }

        _held.Hold(bytes);
    }

    /// <returns>Null when no more of it is needed.</returns>
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))] // once per chunk of a stream
    private async ValueTask<ReadResult?> ReadAsync(CancellationToken cancellationToken)
    {
        try
        {
            return await source.ReadAsync(cancellationToken);
        }
        catch (OperationCanceledException) when (_sending.IsStopped)
        {
            return null;
        }
        catch (Exception odd) when (odd is InvalidOperationException or BadHttpRequestException)
        {
            SourceError = GatewayErrors.BodyUnreadable;
            throw new IOException(SourceError.Detail, odd);
        }
        catch (IOException)
        {
            IsSourceGone = true;
            throw;
        }
    }
}
