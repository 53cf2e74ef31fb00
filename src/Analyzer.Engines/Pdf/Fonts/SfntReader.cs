using System.Buffers.Binary;
using Analyzer.Engines.Contract;
using Analyzer.Engines.Pdf.Lexing;

namespace Analyzer.Engines.Pdf.Fonts;

/// <summary>Reads the table directory of a TrueType or OpenType font: a table SING is what CVE-2010-2883 came through.</summary>
internal sealed class SfntReader : IByteSink
{
    private const int HeaderLength = 12;
    private const int EntryLength = 16;
    private const int MaxTables = 64;

    private readonly byte[] _bytes = new byte[HeaderLength + (MaxTables * EntryLength)];
    private int _length;

    /// <summary>The fonts that have the table.</summary>
    public PlaceList Found { get; } = new();

    /// <summary>A font follows.</summary>
    public void Begin() => _length = 0;

    /// <returns>False when the directory has been read, or there is none.</returns>
    public bool Write(ReadOnlySpan<byte> bytes)
    {
        var taken = Math.Min(bytes.Length, _bytes.Length - _length);
        bytes[..taken].CopyTo(_bytes.AsSpan(_length));
        _length += taken;
        return _length < HeaderLength || (IsSfnt && _length < DirectoryLength);
    }

    /// <summary>The font has ended, or enough of it was read.</summary>
    public void Complete(in ObjectPlace place)
    {
        if (_length < HeaderLength || !IsSfnt)
        {
            return;
        }

        for (var at = HeaderLength; at + 4 <= Math.Min(_length, DirectoryLength); at += EntryLength)
        {
            if (_bytes.AsSpan(at, 4).SequenceEqual("SING"u8))
            {
                Found.Add(place);
                return;
            }
        }
    }

    /// <summary>Makes it ready for another file.</summary>
    public void Clear() => Found.Clear();

    private bool IsSfnt => _bytes.AsSpan(0, 4) is [0, 1, 0, 0] or [(byte)'O', (byte)'T', (byte)'T', (byte)'O']
        or [(byte)'t', (byte)'r', (byte)'u', (byte)'e'] or [(byte)'t', (byte)'y', (byte)'p', (byte)'1'];

    private int DirectoryLength =>
        HeaderLength + (EntryLength * Math.Min(MaxTables, (int)BinaryPrimitives.ReadUInt16BigEndian(_bytes.AsSpan(4))));
}
