using System.Buffers.Binary;
using System.Security.Cryptography;

namespace Prober.Engine.Probing.WebSocket;

/// <summary>Frames of RFC 6455, section 5.2, within a limit.</summary>
/// <param name="before">What has been read already.</param>
internal sealed class WebSocketFrames(Stream stream, byte[] before)
{
    public const int MaxBytes = 1 << 20;
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

    /// <param name="content">At most 125 bytes.</param>
    public async Task WriteAsync(int code, byte[] content)
    {
        var mask = RandomNumberGenerator.GetBytes(4); // a client masks what it sends
        byte[] frame = [(byte)(Final | code), (byte)(Masked | content.Length), .. mask, .. content.Select((octet, i) => (byte)(octet ^ mask[i % 4]))];
        await stream.WriteAsync(frame, CancellationToken.None);
    }

    /// <returns>Null at the end of the connection, or of the limit.</returns>
    public async Task<(int Code, byte[] Content)?> ReadAsync()
    {
        var head = new byte[8];
        if (!await FillAsync(head.AsMemory(0, 2)))
        {
            return null;
        }

        var (code, isMasked, length) = (head[0] & 0x0F, (head[1] & Masked) != 0, (ulong)(head[1] & 0x7F));
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
        return await FillAsync(content) ? (code, content) : null;
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
