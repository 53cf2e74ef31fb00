using System.Buffers.Text;

namespace Journal.Log.Verifying;

/// <summary>A line of an anchor file, without parsing its signatures.</summary>
internal readonly ref struct AnchorLine
{
    private AnchorLine(ReadOnlySpan<byte> origin, long size, ReadOnlySpan<byte> root)
    {
        Origin = origin;
        Size = size;
        Root = root;
    }

    public ReadOnlySpan<byte> Origin { get; }

    public long Size { get; }

    /// <summary>The root hash as the line has it, in Base64.</summary>
    public ReadOnlySpan<byte> Root { get; }

    /// <returns>False when it is not an anchor; parsing all of it gives the reason.</returns>
    public static bool TryRead(ReadOnlySpan<byte> line, out AnchorLine read)
    {
        Next(ref line); // the time
        var origin = Next(ref line);
        var digits = Next(ref line);
        var isNumber = Utf8Parser.TryParse(digits, out long size, out var length) && length == digits.Length && size >= 0;
        read = new(origin, size, Next(ref line));
        return isNumber;
    }

    private static ReadOnlySpan<byte> Next(scoped ref ReadOnlySpan<byte> line)
    {
        var length = line.IndexOf((byte)' ');
        var field = length < 0 ? line : line[..length];
        line = length < 0 ? [] : line[(length + 1)..];
        return field;
    }
}
