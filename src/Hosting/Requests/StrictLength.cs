using System.Text;

namespace Hosting.Requests;

/// <summary>
/// The encoding that Kestrel reads Content-Length with: digits, and nothing else (RFC 9110, section 8.6). Kestrel parses a number, which
/// may have a sign: <c>+5</c> would be one length here, and another or none at a proxy, and the two would see different requests.
/// </summary>
internal sealed class StrictLength : Encoding
{
    /// <summary>The digits of <see cref="long.MaxValue"/>.</summary>
    private const int MaxDigits = 19;

    /// <summary>Not part of any number, so that Kestrel refuses the request.</summary>
    private const char NoNumber = 'x';

    public static StrictLength Instance { get; } = new();

    public override int GetChars(ReadOnlySpan<byte> bytes, Span<char> chars)
    {
        if (!IsLength(bytes))
        {
            chars[0] = NoNumber;
            return 1;
        }

        return ASCII.GetChars(bytes, chars);
    }

    public override int GetChars(byte[] bytes, int byteIndex, int byteCount, char[] chars, int charIndex) =>
        GetChars(bytes.AsSpan(byteIndex, byteCount), chars.AsSpan(charIndex));

    public override int GetCharCount(byte[] bytes, int index, int count) =>
        IsLength(bytes.AsSpan(index, count)) ? count : 1;

    public override int GetMaxCharCount(int byteCount) => MaxDigits;

    public override int GetMaxByteCount(int charCount) => charCount;

    public override int GetByteCount(char[] chars, int index, int count) => count;

    public override int GetBytes(char[] chars, int charIndex, int charCount, byte[] bytes, int byteIndex) =>
        ASCII.GetBytes(chars, charIndex, charCount, bytes, byteIndex);

    private static bool IsLength(ReadOnlySpan<byte> bytes) =>
        !bytes.IsEmpty && bytes.Length <= MaxDigits && !bytes.ContainsAnyExceptInRange((byte)'0', (byte)'9');
}
