using System.IO.Pipelines;
using System.Runtime.CompilerServices;
using Gateway.Features.Metrics;
using Gateway.Features.Upstream;
using Hosting.Uploads;

namespace Gateway.Features.Passing;

/// <summary>The messages of a gRPC client as they came, in the buffers they were received in. The first bytes are held.</summary>
internal sealed class PassedBody(PipeReader source, int holdBytes, GatewayMetrics metrics) : ICallBody, IDisposable
{
    private readonly HeldBytes _held = new(holdBytes);
    private readonly BodySending _sending = new();
    private Action<ReadResult?>? _keep; // made once, not for each chunk

    /// <inheritdoc/>
    public bool IsWhole => _held.IsWhole;

    /// <summary>The client has sent all of it.</summary>
    public bool IsEnded { get; private set; }

    /// <summary>The client broke off.</summary>
    public bool IsSourceGone { get; private set; }

    /// <summary>Hears when the backend has the word - to take what is being written, to answer - and when the client has it.</summary>
    public Action<bool> BackendsTurn { get; set; } = _ => { };

    public Task SendAsync(Stream stream, CancellationToken cancellationToken) =>
        _sending.BeginAsync((reading, writing) => SendCoreAsync(stream, reading, writing), cancellationToken);

    /// <inheritdoc cref="BodySending.StopAsync"/>
    public Task StopAsync() => _sending.StopAsync();

    /// <summary>Throws away what the client still sends, as long as it does so in time, and it is not too much.</summary>
    public async Task DropAsync(UploadClock clock)
    {
        try
        {
            for (var dropped = 0L; !IsEnded && dropped <= EarlyResponses.MaxDropped;)
            {
                clock.Arm(dropped);
                var read = await source.ReadAsync(clock.Token);
                dropped += read.Buffer.Length;
                source.AdvanceTo(read.Buffer.End);
                IsEnded = read.IsCompleted;
            }
        }
        catch (Exception gone) when (gone is OperationCanceledException or IOException)
        {
            // It has its answer.
        }
    }

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
                : await next.AfterFlushAsync(stream, reading, _keep ??= Keep, cancellationToken); // the next may wait for an answer
            if (chunk is not { } read)
            {
                return; // stopped
            }

            try
            {
                _held.Hold(read.Buffer);
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
        catch (OperationCanceledException) when (_sending.IsStopped)
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
