namespace Sigma.Engine.Mapping;

/// <summary>
/// Undoes escapes that a sender wrote twice, as Wazuh does in the data of Windows' events: <c>C:\\Windows</c>, which no rule expects.
/// A text is taken for one only if all its backslashes can be such escapes, so that <c>\\server\share</c> of others stays what it is.
/// </summary>
/// <remarks>https://github.com/wazuh/wazuh/issues/4509</remarks>
internal static class DoubledEscapes
{
    /// <param name="json">A record.</param>
    /// <returns>The record with each such text escaped once; the same memory if it has none.</returns>
    public static ReadOnlyMemory<byte> Undo(ReadOnlyMemory<byte> json)
    {
        var text = json.Span;
        byte[]? undone = null;
        var (at, copied, length) = (0, 0, 0);
        while (at < text.Length && text[at..].IndexOf((byte)'"') is >= 0 and var quote)
        {
            var begin = at + quote + 1;
            var end = EndOf(text, begin, out var isDoubled);
            if (isDoubled)
            {
                undone ??= new byte[text.Length];
                text[copied..begin].CopyTo(undone.AsSpan(length));
                length += begin - copied;
                length += Write(text[begin..end], undone.AsSpan(length));
                copied = end;
            }

            at = end + 1;
        }

        if (undone is null)
        {
            return json;
        }

        text[copied..].CopyTo(undone.AsSpan(length));
        return undone.AsMemory(0, length + text.Length - copied);
    }

    /// <returns>Where the text ends that begins here.</returns>
    private static int EndOf(ReadOnlySpan<byte> text, int begin, out bool isDoubled)
    {
        var (at, some, all) = (begin, false, true);
        while (at < text.Length && text[at..].IndexOfAny((byte)'"', (byte)'\\') is >= 0 and var next)
        {
            at += next;
            if (text[at] == '"')
            {
                isDoubled = some && all;
                return at;
            }

            var run = RunOf(text[at..]);
            at += run;
            var escaped = at < text.Length ? text[at] : (byte)0;
            some |= run % 4 == 0 || (run % 4 == 3 && escaped == '"');
            all &= (run % 4, escaped) is (0, _) or (1, (byte)'u') or (2, (byte)'r' or (byte)'n' or (byte)'t') or (3, (byte)'"');
            at += run % 2;
        }

        isDoubled = false;
        return text.Length;
    }

    private static int Write(ReadOnlySpan<byte> text, Span<byte> undone)
    {
        var length = 0;
        while (text.IndexOf((byte)'\\') is >= 0 and var before)
        {
            var run = RunOf(text[before..]);
            text[..before].CopyTo(undone[length..]);
            length += before;
            var left = run / 4 * 2 + (run % 4 > 0 ? 1 : 0);
            undone.Slice(length, left).Fill((byte)'\\');
            length += left;
            text = text[(before + run)..];
        }

        text.CopyTo(undone[length..]);
        return length + text.Length;
    }

    private static int RunOf(ReadOnlySpan<byte> text) => text.IndexOfAnyExcept((byte)'\\') is >= 0 and var run ? run : text.Length;
}
