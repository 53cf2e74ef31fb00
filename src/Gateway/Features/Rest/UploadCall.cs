using System.Buffers;
using System.Runtime.CompilerServices;
using Analyzer.Protos.V1;
using Gateway.Features.Metrics;
using Gateway.Features.Overload;
using Gateway.Features.Upstream;
using Google.Protobuf;
using Hosting.Errors;
using Hosting.Uploads;

namespace Gateway.Features.Rest;

/// <summary>
/// An upload from a REST client to a backend: the metadata, a password if one came, then each piece as it arrives. Nothing is read ahead of
/// what the backend takes.
/// The first bytes are held, so that a small file can be sent again.
/// </summary>
internal sealed class UploadCall(
    IUploadBody source, FileMetadata metadata, bool waits, int holdBytes, GatewayMetrics metrics, UploadAdmission.Permit permit)
    : ICallBody, IDisposable
{
    /// <summary>With its header a piece of this size fills a frame of 64 KiB.</summary>
    private const int MaxPiece = 65_520;

    private const int MaxHeader = MessageFrame.HeaderLength + 1 + 5; // the field's tag, and a varint of at most five bytes

    private readonly byte[] _metadata = MessageFrame.Of(new SubmitFileRequest { Metadata = metadata });
    private readonly HeldBytes _held = new(holdBytes);
    private readonly BodySending _sending = new();
    private TaskCompletionSource<bool> _wanted = new();
    private Action<ReadOnlySequence<byte>?>? _keep; // made once, not for each chunk

    /// <inheritdoc/>
    public bool IsWhole => _held.IsWhole;

    /// <summary>The whole file was read.</summary>
    public bool IsSourceEnded { get; private set; }

    /// <inheritdoc/>
    public Error? SourceError { get; private set; }

    /// <inheritdoc/>
    public Action<bool> BackendsTurn { get; set; } = _ => { };

    public Task SendAsync(Stream stream, CancellationToken cancellationToken)
    {
        _wanted = new(TaskCreationOptions.RunContinuationsAsynchronously);
        return _sending.BeginAsync((reading, writing) => SendCoreAsync(stream, reading, writing), cancellationToken);
    }

    /// <summary>The backend asks for the file.</summary>
    public void Wanted() => _wanted.TrySetResult(true);

    /// <inheritdoc cref="BodySending.StopAsync"/>
    public Task StopAsync()
    {
        _wanted.TrySetResult(false);
        return _sending.StopAsync();
    }

    public void Dispose()
    {
        _sending.Dispose();
        _held.Dispose();
    }

    private async Task SendCoreAsync(Stream stream, CancellationTokenSource reading, CancellationToken cancellationToken)
    {
        BackendsTurn(true);
        await stream.WriteAsync(_metadata, cancellationToken);
        if (waits)
        {
            await stream.FlushAsync(cancellationToken);
            if (!await _wanted.Task.WaitAsync(cancellationToken))
            {
                return;
            }
        }

        BackendsTurn(false);
        var frame = ArrayPool<byte>.Shared.Rent(MaxHeader + MaxPiece);
        try
        {
            var isTold = await TellPasswordAsync(stream, cancellationToken);
            await SendPiecesAsync(new ReadOnlySequence<byte>(_held.Bytes), stream, frame, cancellationToken);
            while (!IsSourceEnded)
            {
                var next = ReadAsync(reading.Token);
                var piece = next.IsCompleted
                    ? await next
                    : await permit.AwaitSenderAsync(
                        next.AfterFlushAsync(stream, reading, _keep ??= Keep, cancellationToken)); // the backend's time runs
                if (piece is not { } bytes)
                {
                    return; // stopped
                }

                Keep(bytes);
                isTold = isTold || await TellPasswordAsync(stream, cancellationToken);
                await SendPiecesAsync(bytes, stream, frame, cancellationToken);
            }
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(frame);
        }

        BackendsTurn(true);
    }

    // A form may bring it before the file, whose first bytes are read by then.
    private async ValueTask<bool> TellPasswordAsync(Stream stream, CancellationToken cancellationToken)
    {
        if (source.Password is not { } password)
        {
            return false;
        }

        await stream.WriteAsync(MessageFrame.Of(new SubmitFileRequest { Password = password }), cancellationToken);
        return true;
    }

    private void Keep(ReadOnlySequence<byte>? bytes) => _held.Hold(bytes ?? default);

    /// <returns>Null when no more of it is needed.</returns>
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))] // once per chunk of a file
    private async ValueTask<ReadOnlySequence<byte>?> ReadAsync(CancellationToken cancellationToken)
    {
        try
        {
            var chunk = await source.ReadAsync(cancellationToken);
            SourceError = chunk.Error;
            IsSourceEnded = chunk.IsEnd && chunk.Error is null;
            return chunk.Error is null ? chunk.Bytes : throw new IOException("The upload cannot be read on.");
        }
        catch (OperationCanceledException) when (_sending.IsStopped)
        {
            return null;
        }
        catch (Exception gone) when (gone is IOException && SourceError is null)
        {
            SourceError = UploadErrors.ClientGone;
            throw;
        }
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    private async ValueTask SendPiecesAsync(ReadOnlySequence<byte> bytes, Stream stream, byte[] frame, CancellationToken cancellationToken)
    {
        metrics.Received(bytes.Length);
        while (!bytes.IsEmpty)
        {
            var piece = bytes.Slice(0, Math.Min(MaxPiece, bytes.Length));
            bytes = bytes.Slice(piece.End);
            var written = stream.WriteAsync(frame.AsMemory(0, Write(piece, frame)), cancellationToken);
            if (written.IsCompleted)
            {
                await written;
                continue;
            }

            BackendsTurn(true);
            await written;
            BackendsTurn(false);
        }
    }

    /// <summary>A SubmitFileRequest that holds nothing but <c>data</c>: its tag, its length as a varint, its bytes.</summary>
    private static int Write(ReadOnlySequence<byte> piece, byte[] frame)
    {
        var length = (int)piece.Length;
        var message = 1 + CodedOutputStream.ComputeLengthSize(length) + length;
        MessageFrame.WriteHeader(frame, message);
        var position = MessageFrame.HeaderLength;
        frame[position++] = (SubmitFileRequest.DataFieldNumber << 3) | (int)WireFormat.WireType.LengthDelimited;
        for (var rest = (uint)length; ; rest >>= 7)
        {
            frame[position++] = (byte)(rest < 0x80 ? rest : rest | 0x80);
            if (rest < 0x80)
            {
                break;
            }
        }

        piece.CopyTo(frame.AsSpan(position));
        return position + length;
    }
}
