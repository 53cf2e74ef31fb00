using System.IO.Pipelines;
using System.Runtime.CompilerServices;
using Gateway.Features.Metrics;
using Gateway.Features.Upstream;

namespace Gateway.Features.Passing;

/// <summary>The messages of a gRPC client as they came, in the buffers they were received in. The first bytes are held.</summary>
internal sealed class PassedBody(PipeReader source, int holdBytes, GatewayMetrics metrics) : ICallBody, IDisposable
{
    private readonly HeldBytes _held = new(holdBytes);
    private CancellationTokenSource _stop = new();
    private Task _sending = Task.CompletedTask;

    /// <inheritdoc/>
    public bool IsWhole => _held.IsWhole;

    /// <summary>The client has sent all of it.</summary>
    public bool IsEnded { get; private set; }

    /// <summary>The client broke off.</summary>
    public bool IsSourceGone { get; private set; }

    public Task SendAsync(Stream stream, CancellationToken cancellationToken)
    {
        _stop = new();
        return _sending = SendCoreAsync(stream, cancellationToken);
    }

    /// <summary>The backend has answered: what is still to be sent is for nobody. Returns when the source is left alone.</summary>
    public async Task StopAsync()
    {
        await _stop.CancelAsync();
        await _sending.ContinueWith(_ => { }, CancellationToken.None, TaskContinuationOptions.ExecuteSynchronously, TaskScheduler.Default);
    }

    /// <summary>Throws away what the client still sends.</summary>
    public async Task ReadToEndAsync(CancellationToken cancellationToken)
    {
        while (!IsEnded)
        {
            var read = await source.ReadAsync(cancellationToken);
            source.AdvanceTo(read.Buffer.End);
            IsEnded = read.IsCompleted;
        }
    }

    public void Dispose()
    {
        _stop.Dispose();
        _held.Dispose();
    }

    private async Task SendCoreAsync(Stream stream, CancellationToken cancellationToken)
    {
        using var reading = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken, _stop.Token);
        await stream.WriteAsync(_held.Bytes, cancellationToken);
        while (!IsEnded)
        {
            var next = ReadAsync(reading.Token);
            var chunk = next.IsCompleted
                ? await next
                : await next.AfterFlushAsync(stream, reading, Keep, cancellationToken); // the next message may wait for the answer to this
            if (chunk is not { } read)
            {
                return; // stopped
            }

            try
            {
                _held.Hold(read.Buffer);
                foreach (var segment in read.Buffer)
                {
                    await stream.WriteAsync(segment, cancellationToken);
                }

                metrics.Received(read.Buffer.Length);
                IsEnded = read.IsCompleted;
            }
            finally
            {
                source.AdvanceTo(read.Buffer.End);
            }
        }
    }

    /// <summary>Keeps what came although the backend takes no more.</summary>
    private void Keep(ReadResult? chunk)
    {
        if (chunk is { } read)
        {
            _held.Hold(read.Buffer);
            source.AdvanceTo(read.Buffer.End);
            IsEnded = read.IsCompleted;
        }
    }

    /// <returns>Null when nobody wants more of it.</returns>
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))] // once per chunk of a stream
    private async ValueTask<ReadResult?> ReadAsync(CancellationToken cancellationToken)
    {
        try
        {
            return await source.ReadAsync(cancellationToken);
        }
        catch (OperationCanceledException) when (_stop.IsCancellationRequested)
        {
            return null;
        }
        catch (Exception gone) when (gone is IOException)
        {
            IsSourceGone = true;
            throw;
        }
    }
}
