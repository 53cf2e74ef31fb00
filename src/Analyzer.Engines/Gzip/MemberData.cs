using System.IO.Hashing;
using Analyzer.Engines.Contract;

namespace Analyzer.Engines.Gzip;

/// <summary>The decoded bytes of a member on their way to its part: size and checksum tell which trailer is its own.</summary>
internal sealed class MemberData : IByteSink
{
    private readonly Crc32 _checksum = new();
    private IPart? _part;
    private uint _size;

    public void Begin(IPart part)
    {
        _checksum.Reset();
        (_part, _size) = (part, 0);
    }

    public void End() => _part = null;

    public bool Write(ReadOnlySpan<byte> bytes)
    {
        _checksum.Append(bytes);
        _size += (uint)bytes.Length;
        return _part!.Write(bytes);
    }

    /// <summary>What its trailer holds: the checksum and the size, as two numbers of 32 bits (RFC 1952, 2.3.1).</summary>
    public ulong Trailer() => _checksum.GetCurrentHashAsUInt32() | ((ulong)_size << 32);
}
