using System.Text;

namespace Sigma.Engine.Patterns;

/// <summary>The modifiers that encode: <c>base64</c>, <c>base64offset</c>, and the UTF-16 ones before them.</summary>
internal static class Encodings
{
    private static readonly UTF8Encoding StrictUtf8 = new(encoderShouldEmitUTF8Identifier: false, throwOnInvalidBytes: true);

    /// <summary>How many characters of Base64 depend on the bytes before the value, by the number of these bytes.</summary>
    private static readonly int[] Spoilt = [0, 2, 3];

    /// <summary>How many characters at the end depend on the bytes after the value, by the total length modulo 3.</summary>
    private static readonly int[] Open = [0, 3, 2];

    public static byte[] Utf16LittleEndian(string text) => Encoding.Unicode.GetBytes(text);

    public static byte[] Utf16BigEndian(string text) => Encoding.BigEndianUnicode.GetBytes(text);

    public static byte[] Utf16WithByteOrderMark(string text) => [0xFF, 0xFE, .. Encoding.Unicode.GetBytes(text)];

    public static string Base64(byte[] value) => Convert.ToBase64String(value);

    /// <returns>The part of the Base64 that does not depend on what surrounds the value, for each possible offset.</returns>
    public static IEnumerable<string> Base64Offsets(byte[] value) => Enumerable.Range(0, 3).Select(offset =>
    {
        var encoded = Convert.ToBase64String([.. new byte[offset], .. value]);
        var end = encoded.Length - Open[(value.Length + offset) % 3];
        return end <= Spoilt[offset] ? "" : encoded[Spoilt[offset]..end];
    }).Where(text => text.Length > 0);

    /// <returns>Null when the bytes are not UTF-8, so that no JSON text can contain them.</returns>
    public static string? Text(byte[] value)
    {
        try
        {
            return StrictUtf8.GetString(value);
        }
        catch (DecoderFallbackException)
        {
            return null;
        }
    }
}
