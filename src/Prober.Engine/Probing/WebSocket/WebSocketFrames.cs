using System.Buffers.Binary;
using System.Security.Cryptography;

namespace Prober.Engine.Probing.WebSocket;

/// <summary>Frames and messages of RFC 6455, section 5, within a limit.</summary>
/// <param name="before">What has been read already.</param>
internal sealed class WebSocketFrames(Stream stream, byte[] before)
{
    public const int MaxBytes = 1 << 20;
    public const int Text = 1;
    public const int Close = 8;
    public const int Ping = 9;
    public const int Pong = 10;
    private const byte Final = 0x80;
    private const byte Masked = 0x80;
    private const int TwoBytes = 126;
    private const int EightBytes = 127;

    private ReadOnlyMemory<byte> _before = before;
    private long _read;

    public bool IsTooLong => _read > MaxBytes;

    public async Task WriteAsync(int code, byte[] content)
    {
        var mask = RandomNumberGenerator.GetBytes(4); // a client masks what it sends
        var length = new byte[8];
        BinaryPrimitives.WriteInt64BigEndian(length, content.Length);
        byte[] size = content.Length < TwoBytes ? [(byte)(Masked | content.Length)]
            : content.Length <= ushort.MaxValue ? [Masked | TwoBytes, .. length[6..]]
            : [Masked | EightBytes, .. length];
        byte[] frame = [(byte)(Final | code), .. size, .. mask, .. content.Select((octet, i) => (byte)(octet ^ mask[i % 4]))];
        await stream.WriteAsync(frame, CancellationToken.None);
    }

    /// <summary>The next message, of all its frames; pings meanwhile are answered.</summary>
    /// <returns>Null when the server closes or ends it, or sends more than the limit.</returns>
    public async Task<byte[]?> ReadMessageAsync()
    {
        var message = new List<byte>();
        while (await ReadFrameAsync() is var (code, isFinal, content) && code != Close)
        {
            if (code == Ping)
            {
                await WriteAsync(Pong, content);
            }
            else if (code < Close)
            {
                message.AddRange(content);
                if (isFinal)
                {
                    return [.. message];
                }
            }
        }

        return null;
    }

    /// <returns>Null at the end of the connection, or of the limit.</returns>
    public async Task<(int Code, bool IsFinal, byte[] Content)?> ReadFrameAsync()
    {
        var head = new byte[8];
        if (!await FillAsync(head.AsMemory(0, 2)))
        {
            return null;
        }

        var (code, isFinal) = (head[0] & 0x0F, (head[0] & Final) != 0);
        var (isMasked, length) = ((head[1] & Masked) != 0, (ulong)(head[1] & 0x7F));
        if (length == TwoBytes && await FillAsync(head.AsMemory(0, 2)))
        {
            length = BinaryPrimitives.ReadUInt16BigEndian(head);
        }
        else if (length == EightBytes && await FillAsync(head))
        {
            length = BinaryPrimitives.ReadUInt64BigEndian(head);
        }

        _read += (long)Math.Min(length, MaxBytes + 1);
        if (IsTooLong || (isMasked && !await FillAsync(head.AsMemory(0, 4)))) // a server must not mask; its content is then none of ours
        {
            return null;
        }

        var content = new byte[length];
        return await FillAsync(content) ? (code, isFinal, content) : null;
    }

    private async Task<bool> FillAsync(Memory<byte> buffer)
    {
        var kept = Math.Min(_before.Length, buffer.Length);
        _before[..kept].CopyTo(buffer);
        _before = _before[kept..];
        var rest = buffer[kept..];
        return await stream.ReadAtLeastAsync(rest, rest.Length, throwOnEndOfStream: false, CancellationToken.None) == rest.Length;
    }
}
