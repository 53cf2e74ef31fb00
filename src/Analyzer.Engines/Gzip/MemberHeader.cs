using Analyzer.Engines.Contract;
using Analyzer.Engines.Decoding;

namespace Analyzer.Engines.Gzip;

/// <summary>Reads what stands before a member's data (RFC 1952, 2.3).</summary>
internal sealed class MemberHeader
{
    private const int FixedLength = 10;
    private const int HasChecksum = 1 << 1;
    private const int HasExtra = 1 << 2;
    private const int HasName = 1 << 3;
    private const int HasComment = 1 << 4;
    private const int MaxName = 1024;

    private readonly Gather _bytes = new();
    private int _nameStart;
    private int _zeros;
    private int _checksum;

    public bool HasBytes => _bytes.Length > 0;

    public ReadOnlySpan<byte> Bytes => _bytes.Bytes;

    /// <summary>The name that the file had; null when there is none.</summary>
    public string? Name { get; private set; }

    /// <returns>True when a header was read, false when there is none, null when more bytes are needed.</returns>
    public bool? Read(ref ReadOnlySpan<byte> bytes)
    {
        if (!_bytes.Take(ref bytes, 3))
        {
            return null;
        }

        if (_bytes.Bytes is not [0x1F, 0x8B, 8, ..])
        {
            return false;
        }

        if (!_bytes.Take(ref bytes, FixedLength))
        {
            return null;
        }

        var flags = _bytes.Bytes[3];
        var length = FixedLength;
        if ((flags & HasExtra) != 0)
        {
            if (!_bytes.Take(ref bytes, length + 2)
                || !_bytes.Take(ref bytes, length + 2 + _bytes.Bytes[length] + (_bytes.Bytes[length + 1] << 8)))
            {
                return null;
            }

            length = _nameStart = length + 2 + _bytes.Bytes[length] + (_bytes.Bytes[length + 1] << 8);
        }

        // Name and comment end with a zero each.
        var texts = ((flags & HasName) != 0 ? 1 : 0) + ((flags & HasComment) != 0 ? 1 : 0);
        while (_zeros < texts)
        {
            if (bytes.IsEmpty)
            {
                return null;
            }

            Take(ref bytes, flags);
        }

        return (flags & HasChecksum) == 0 || SkipChecksum(ref bytes) ? true : null;
    }

    public void Clear()
    {
        _bytes.Shrink();
        (_nameStart, _zeros, Name, _checksum) = (0, 0, null, 0);
    }

    private void Take(ref ReadOnlySpan<byte> bytes, int flags)
    {
        var isName = _zeros == 0 && (flags & HasName) != 0;
        var start = Math.Max(FixedLength, _nameStart);
        if (bytes[0] == 0)
        {
            _zeros++;
            Name ??= isName ? PlainText.Decode(_bytes.Bytes[start..]) : null;
        }
        else if (isName && _bytes.Length - start < MaxName)
        {
            _bytes.Add(bytes[..1]);
        }

        bytes = bytes[1..];
    }

    private bool SkipChecksum(ref ReadOnlySpan<byte> bytes)
    {
        var skipped = Math.Min(2 - _checksum, bytes.Length);
        bytes = bytes[skipped..];
        _checksum += skipped;
        return _checksum == 2;
    }
}
