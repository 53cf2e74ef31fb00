using System.Buffers.Text;
using System.Runtime.CompilerServices;

namespace Load.Systems.Analyzer.Transports.Rest.Http1;

/// <summary>Reads answers off a connection, one after the other, into a buffer that they use in turn.</summary>
internal sealed class ResponseReader
{
    /// <summary>Bytes of a head, or of the line before a chunk.</summary>
    public const int MaxHeadBytes = 16 * 1024;

    /// <summary>Bytes of an answer. Pages and reports have a few thousandths of it.</summary>
    private const int MaxBytes = 64 * 1024 * 1024;

    /// <summary>The bytes received since <see cref="Clear"/>: heads, chunks and all.</summary>
    private byte[] _received = new byte[MaxHeadBytes];
    private int _count;

    /// <summary>How much of it has been read.</summary>
    private int _read;

    /// <summary>The body of the last answer; valid until <see cref="Clear"/>.</summary>
    public ReadOnlyMemory<byte> Body { get; private set; }

    /// <summary>Whether anything has come.</summary>
    public bool HasBegun => _count > 0;

    /// <summary>Whether more has come than was asked for.</summary>
    public bool HasMore => _count > _read;

    /// <summary>Makes ready for the answer to another request.</summary>
    public void Clear() => (_count, _read, Body) = (0, 0, default);

    /// <summary>Reads a whole answer, past any interim ones.</summary>
    /// <exception cref="IOException">The connection broke, or what came is no answer.</exception>
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    public async ValueTask<ResponseHead> ReadAsync(Stream connection, CancellationToken cancellationToken)
    {
        ResponseHead head;
        do
        {
            head = await ReadHeadAsync(connection, cancellationToken);
        }
        while (head.IsInterim);
        await ReadBodyAsync(connection, head, cancellationToken);
        return head;
    }

    /// <summary>Reads a head, interim or final.</summary>
    /// <exception cref="IOException">The connection broke, or what came is no head.</exception>
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    public async ValueTask<ResponseHead> ReadHeadAsync(Stream connection, CancellationToken cancellationToken)
    {
        ResponseHead head;
        while (!ResponseHead.TryParse(_received.AsSpan(_read, Math.Min(_count - _read, MaxHeadBytes)), out head))
        {
            await ReceiveLineAsync(connection, cancellationToken);
        }

        _read += head.Length;
        return head;
    }

    /// <summary>Reads the body that follows a final head.</summary>
    /// <exception cref="IOException">The connection broke, or what came is no body.</exception>
    public ValueTask ReadBodyAsync(Stream connection, ResponseHead head, CancellationToken cancellationToken) =>
        head.IsChunked ? ReadChunksAsync(connection, cancellationToken)
        : head.BodyLength is { } length ? ReadBytesAsync(connection, length, cancellationToken)
        : ReadToEndAsync(connection, cancellationToken);

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    private async ValueTask ReadBytesAsync(Stream connection, int length, CancellationToken cancellationToken)
    {
        await FillAsync(connection, length, cancellationToken);
        Body = _received.AsMemory(_read, length);
        _read += length;
    }

    /// <summary>
    /// RFC 9112, section 7.1. The chunks are moved together, so that the body lies in one piece where the first line was.
    /// </summary>
    private async ValueTask ReadChunksAsync(Stream connection, CancellationToken cancellationToken)
    {
        var (start, length) = (_read, 0);
        while (ChunkSize((await ReadLineAsync(connection, cancellationToken)).Span) is > 0 and var size)
        {
            await FillAsync(connection, size + 2, cancellationToken);
            var chunk = _received.AsSpan(_read, size + 2);
            if (!chunk.EndsWith("\r\n"u8))
            {
                throw Malformed();
            }

            chunk[..size].CopyTo(_received.AsSpan(start + length));
            length += size;
            _read += chunk.Length;
        }

        while (!(await ReadLineAsync(connection, cancellationToken)).IsEmpty)
        {
            // a trailer field
        }

        Body = _received.AsMemory(start, length);
    }

    private async ValueTask ReadToEndAsync(Stream connection, CancellationToken cancellationToken)
    {
        while (await ReceiveAsync(connection, cancellationToken))
        {
        }

        Body = _received.AsMemory(_read, _count - _read);
        _read = _count;
    }

    /// <returns>Without its end; valid until more is received.</returns>
    private async ValueTask<ReadOnlyMemory<byte>> ReadLineAsync(Stream connection, CancellationToken cancellationToken)
    {
        int length;
        while ((length = _received.AsSpan(_read, _count - _read).IndexOf("\r\n"u8)) < 0)
        {
            await ReceiveLineAsync(connection, cancellationToken);
        }

        var line = _received.AsMemory(_read, length);
        _read += length + 2;
        return line;
    }

    // 1a2b;name=value
    private static int ChunkSize(ReadOnlySpan<byte> line) =>
        Utf8Parser.TryParse(line, out uint size, out var digits, 'x') && size <= MaxBytes &&
            (digits == line.Length || line[digits] is (byte)';' or (byte)' ')
            ? (int)size
            : throw Malformed();

    /// <summary>Receives more of a head or of a line, unless there is too much of it already.</summary>
    private ValueTask ReceiveLineAsync(Stream connection, CancellationToken cancellationToken) => _count - _read < MaxHeadBytes
        ? FillAsync(connection, _count - _read + 1, cancellationToken)
        : throw new IOException("the head of the answer is too long");

    /// <summary>Receives until so many bytes can be read.</summary>
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    private async ValueTask FillAsync(Stream connection, int bytes, CancellationToken cancellationToken)
    {
        while (_count - _read < bytes)
        {
            if (!await ReceiveAsync(connection, cancellationToken))
            {
                throw new IOException(HasBegun ? "the connection ended within the answer" : "the connection ended before the answer");
            }
        }
    }

    /// <returns>False when the service has ended the connection.</returns>
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    private async ValueTask<bool> ReceiveAsync(Stream connection, CancellationToken cancellationToken)
    {
        if (_count == MaxBytes)
        {
            throw new IOException("the answer is too long");
        }

        if (_count == _received.Length)
        {
            Array.Resize(ref _received, 2 * _received.Length);
        }

        var received = await connection.ReadAsync(_received.AsMemory(_count), cancellationToken);
        _count += received;
        return received > 0;
    }

    private static IOException Malformed() => new("the answer is malformed");
}
