namespace Sigma.Engine.Matching.Values;

/// <summary>The length of UTF-8 text in units of UTF-16, in which regular expressions count.</summary>
internal static class Utf16Length
{
    public static bool IsAtLeast(ReadOnlySpan<byte> text, int length)
    {
        if (text.Length < length)
        {
            return false;
        }

        // Three bytes are one unit at least.
        if (text.Length / 3 >= length || !text.ContainsAnyExceptInRange((byte)0, (byte)0x7F))
        {
            return true;
        }

        var units = 0;
        foreach (var value in text)
        {
            units += (value & 0xC0) == 0x80 ? 0 : value >= 0xF0 ? 2 : 1;
        }

        return units >= length;
    }
}
