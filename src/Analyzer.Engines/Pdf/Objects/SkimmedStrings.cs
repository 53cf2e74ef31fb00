namespace Analyzer.Engines.Pdf.Objects;

/// <summary>Passes over the strings in an object that has no consequences.</summary>
internal static class SkimmedStrings
{
    /// <returns>The place behind the string; the complement of what was read when it may have no end or hold an object.</returns>
    public static int EndOfString(ReadOnlySpan<byte> bytes, int start)
    {
        var end = LiteralStringLexer.EndOf(bytes, start);
        return end < 0 ? ~bytes.Length : bytes[start..end].IndexOf("obj"u8) >= 0 ? ~end : end;
    }

    public static int EndOfHexString(ReadOnlySpan<byte> bytes, int start)
    {
        var length = bytes[start..].IndexOf((byte)'>');
        return length < 0 ? ~bytes.Length : bytes.Slice(start, length).IndexOf("obj"u8) >= 0 ? ~(start + length) : start + length + 1;
    }
}
