using System.IO.Compression;

namespace Analyzer.Engines.Pdf.Encryption;

/// <summary>Tells by the beginning of a stream's data that they are not encrypted; encrypted bytes look like chance.</summary>
internal sealed class PlainProbe
{
    /// <summary>Whether a stream was not in the clear, as far as one can tell.</summary>
    public bool HasSeenOther { get; private set; }

    private const int MaxLength = 1024;
    private const int Text = 64;
    private const int Inflated = 256;

    private readonly byte[] _start = new byte[MaxLength];
    private int _length = MaxLength;

    /// <summary>A stream begins.</summary>
    public void Begin() => _length = 0;

    /// <summary>Passes the stream over.</summary>
    public void Skip() => _length = MaxLength;

    /// <returns>True when enough has been seen to tell that the data are in the clear; it is told once.</returns>
    public bool Take(ReadOnlySpan<byte> bytes)
    {
        if (_length == MaxLength)
        {
            return false;
        }

        var taken = Math.Min(bytes.Length, MaxLength - _length);
        bytes[..taken].CopyTo(_start.AsSpan(_length));
        _length += taken;
        return _length == MaxLength && Judge(_start);
    }

    /// <summary>The stream ends.</summary>
    /// <returns>As <see cref="Take"/>.</returns>
    public bool End()
    {
        var isPlain = _length < MaxLength && Judge(_start.AsSpan(0, _length));
        Skip();
        return isPlain;
    }

    /// <summary>Makes it ready for another file.</summary>
    public void Clear()
    {
        HasSeenOther = false;
        Skip();
    }

    private bool Judge(ReadOnlySpan<byte> start)
    {
        var isPlain = IsPlain(start);
        HasSeenOther |= !isPlain && start.Length >= Text;
        return isPlain;
    }

    private static bool IsPlain(ReadOnlySpan<byte> start) =>
        start is [0xFF, 0xD8, 0xFF, ..] or [0, 0, 0, 0x0C, (byte)'j', (byte)'P', ..]
        || (start.Length >= Text && IsText(start[..Text]))
        || Inflates(start);

    private static bool IsText(ReadOnlySpan<byte> bytes)
    {
        foreach (var value in bytes)
        {
            if (value is not ((>= (byte)' ' and <= (byte)'~') or (byte)'\t' or (byte)'\r' or (byte)'\n'))
            {
                return false;
            }
        }

        return true;
    }

    private static bool Inflates(ReadOnlySpan<byte> start)
    {
        if (start is not [var method, var flags, ..] || (method & 0xF) != 8 || ((method << 8) | flags) % 31 != 0)
        {
            return false;
        }

        using var inflater = new DeflateStream(new MemoryStream(start[2..].ToArray()), CompressionMode.Decompress);
        Span<byte> output = stackalloc byte[Inflated];
        try
        {
            return inflater.ReadAtLeast(output, Inflated, throwOnEndOfStream: false) == Inflated;
        }
        catch (InvalidDataException)
        {
            return false;
        }
    }
}
