using System.Buffers;
using Prober.Engine.Networking;
using Prober.Engine.Probing.Connecting;
using Prober.Engine.Probing.Securing;

namespace Prober.Engine.Probing.Http;

/// <summary>
/// Reads one HTTP/1.1 response within limits, whatever the server sends. On failure the result says why, and it returns null or false.
/// </summary>
/// <param name="below">What TLS reads from; null without TLS.</param>
internal sealed class HttpResponseReader(Stream stream, EndingStream? below, ProbeResult result) : IDisposable
{
    /// <summary>The size up to which browsers read one.</summary>
    public const int MaxHead = 256 * 1024;
    private const int MaxInterims = 16;
    private const int MaxChunkLine = 4096;
    private const int BlockSize = 8 * 1024;

    private byte[] _buffer = ArrayPool<byte>.Shared.Rent(BlockSize);
    private int _start;
    private int _end;

    /// <summary>The server has ended the connection.</summary>
    private bool _ended;

    /// <summary>Reads until the first byte has arrived.</summary>
    public async ValueTask<bool> ReadFirstAsync()
    {
        if (!await FillAsync())
        {
            return Fail(FailureClass.Reset, "The connection ended before the response.");
        }

        // A length of three bytes, of which the first two are 0, and the type of SETTINGS: the first frame of HTTP/2 (RFC 9113, 3.4).
        return _buffer.AsSpan(_start, _end - _start) is not [0, 0, _, 4, ..]
            || Fail(FailureClass.Protocol, $"The server speaks HTTP/2 alone: {TlsConnector.TryHttp2}.");
    }

    public async ValueTask<HttpHead?> ReadHeadAsync(bool keepsHeaders)
    {
        var budget = MaxHead;
        for (var interims = 0; interims <= MaxInterims; interims++)
        {
            if (await ReadLineAsync(budget) is not { } statusLine)
            {
                return null;
            }

            budget -= statusLine.Length + 1;
            if (HttpHead.ParseStatusLine(statusLine.Span, keepsHeaders) is not { } head)
            {
                Fail(FailureClass.Protocol, "The response is not HTTP/1.1.");
                return null;
            }

            while (true)
            {
                if (await ReadLineAsync(budget) is not { } line)
                {
                    return null;
                }

                budget -= line.Length + 1;
                if (line.Length == 0)
                {
                    break;
                }

                if (!head.Add(line.Span))
                {
                    Fail(FailureClass.Protocol, "A header of the response is malformed.");
                    return null;
                }
            }

            if (!head.IsInterim)
            {
                return head;
            }
        }

        Fail(FailureClass.Protocol, "The server sends only interim responses.");
        return null;
    }

    /// <param name="content">Gets the body, until it wants no more.</param>
    /// <returns>Whether the whole body was read, or as much as was wanted.</returns>
    public async ValueTask<bool> ReadBodyAsync(HttpHead head, string method, ResponseBody content)
    {
        result.ContentLength = 0;
        var isRead = head.HasNoBody(method)
            || (head.IsChunked ? await ReadChunksAsync(content)
                : head.ContentLength is { } length ? await ReadExactlyAsync(length, content)
                : await ReadToEndAsync(content));
        if (content.HasNoRoom)
        {
            return Fail(FailureClass.Limit, "The bodies of other probes take all the room.");
        }

        result.ContentLength = content.IsCut ? head.ContentLength ?? -1 : result.ContentLength;
        return isRead || content.IsCut;
    }

    /// <summary>Waits for nothing: the body does not matter. It is known if it came with the head.</summary>
    /// <returns>What the server still has to send.</returns>
    public OutstandingRest SkipBody(HttpHead head, string method)
    {
        var length = head.HasNoBody(method) ? 0 : head.IsChunked ? null : head.ContentLength;
        var isRead = length <= _end - _start;
        result.ContentLength = length ?? -1;
        result.DecodedLength = isRead && ContentText.IsPlain(head.ContentEncoding) ? result.ContentLength : -1;
        return isRead ? OutstandingRest.Close : OutstandingRest.Body;
    }

    public void Dispose()
    {
        ArrayPool<byte>.Shared.Return(_buffer);
        _buffer = [];
    }

    private async ValueTask<bool> ReadChunksAsync(ResponseBody content)
    {
        while (true)
        {
            if (await ReadLineAsync(MaxChunkLine) is not { } line)
            {
                return false;
            }

            if (ChunkLength(line.Span) is not { } length)
            {
                return Fail(FailureClass.Protocol, "A chunk of the response is malformed.");
            }

            if (length == 0)
            {
                return await ReadTrailersAsync();
            }

            if (!await ReadExactlyAsync(length, content))
            {
                return false;
            }

            if (await ReadLineAsync(MaxChunkLine) is not { } end)
            {
                return false;
            }

            if (end.Length > 0)
            {
                return Fail(FailureClass.Protocol, "A chunk of the response is longer than it says.");
            }
        }
    }

    private async ValueTask<bool> ReadTrailersAsync()
    {
        for (var budget = MaxHead; ;)
        {
            if (await ReadLineAsync(budget) is not { } line)
            {
                return false;
            }

            budget -= line.Length + 1;
            if (line.Length == 0)
            {
                return true;
            }
        }
    }

    private async ValueTask<bool> ReadExactlyAsync(long length, ResponseBody content)
    {
        while (length > 0)
        {
            if (_start == _end && !await FillAsync())
            {
                return Fail(FailureClass.Reset, "The connection ended before the response did.");
            }

            var count = (int)Math.Min(length, _end - _start);
            length -= count;
            if (!Take(count, content))
            {
                return false;
            }
        }

        return true;
    }

    private async ValueTask<bool> ReadToEndAsync(ResponseBody content)
    {
        while (_start < _end || await FillAsync())
        {
            if (!Take(_end - _start, content))
            {
                return false;
            }
        }

        // Anybody who can cut the connection could have cut the body (RFC 9112, section 9.8).
        return below is not { HasEnded: true }
            || Fail(FailureClass.Truncated, "The connection ended without a TLS close: the body may be incomplete.");
    }

    /// <returns>Whether more is wanted.</returns>
    private bool Take(int count, ResponseBody content)
    {
        var isWanted = content.Add(_buffer.AsSpan(_start, count));
        result.ContentLength += count;
        _start += count;
        return isWanted;
    }

    /// <returns>The line without its CR LF or LF; valid until the next read.</returns>
    private async ValueTask<ReadOnlyMemory<byte>?> ReadLineAsync(int limit)
    {
        var searched = 0;
        while (true)
        {
            var found = _buffer.AsSpan(_start + searched, _end - _start - searched).IndexOf((byte)'\n');
            if (found >= 0)
            {
                var length = searched + found;
                var line = _buffer.AsMemory(_start, length > 0 && _buffer[_start + length - 1] == '\r' ? length - 1 : length);
                _start += length + 1;
                if (length > limit)
                {
                    break;
                }

                return line;
            }

            searched = _end - _start;
            if (searched > limit)
            {
                break;
            }

            if (!await FillAsync())
            {
                Fail(FailureClass.Reset, "The connection ended before the response did.");
                return null;
            }
        }

        Fail(FailureClass.TooLarge, $"The head of the response is larger than {MaxHead} bytes.");
        return null;
    }

    /// <summary>Receives more after the unread bytes.</summary>
    private async ValueTask<bool> FillAsync()
    {
        if (_ended)
        {
            return false;
        }

        if (_start == _end)
        {
            (_start, _end) = (0, 0);
        }
        else if (_end == _buffer.Length)
        {
            MakeRoom();
        }

        var received = await stream.ReadAsync(_buffer.AsMemory(_end), CancellationToken.None);
        _ended = received == 0;
        _end += received;
        return !_ended;
    }

    private void MakeRoom()
    {
        var length = _end - _start;
        var room = _start > 0 ? _buffer : ArrayPool<byte>.Shared.Rent(2 * length);
        _buffer.AsSpan(_start, length).CopyTo(room);
        if (room != _buffer)
        {
            ArrayPool<byte>.Shared.Return(_buffer);
            _buffer = room;
        }

        (_start, _end) = (0, length);
    }

    private static long? ChunkLength(ReadOnlySpan<byte> line)
    {
        var extension = line.IndexOf((byte)';');
        var digits = (extension < 0 ? line : line[..extension]).Trim(" \t"u8);
        if (digits.Length is 0 or > 15)
        {
            return null;
        }

        var length = 0L;
        foreach (var digit in digits)
        {
            if (!char.IsAsciiHexDigit((char)digit))
            {
                return null;
            }

            length = (length << 4) + (char.IsAsciiDigit((char)digit) ? digit - (byte)'0' : (digit | 0x20) - (byte)'a' + 10);
        }

        return length;
    }

    private bool Fail(FailureClass failure, string message)
    {
        result.Fail(failure, message);
        return false;
    }
}
