using System.Buffers;
using Microsoft.Extensions.Primitives;

namespace Gateway.Features.Headers;

/// <summary>
/// Values of names that end in <c>-bin</c>: base64, with or without padding (gRPC's PROTOCOL-HTTP2, "Requests"). gRPC's C core before 1.54
/// ends the connection for any other value, and with it the calls of all clients whose calls the gateway sends over it.
/// </summary>
internal static class BinaryValues
{
    private const string Alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

    private static readonly SearchValues<char> Digits = SearchValues.Create(Alphabet);

    public static bool AreNamed(string name) => name.EndsWith("-bin", StringComparison.OrdinalIgnoreCase);

    /// <summary>
    /// Values that the client joined in one line by commas, as .NET's does, get a line each. gRPC has both mean the same; its C core takes
    /// separate lines only.
    /// </summary>
    public static StringValues Separate(StringValues lines)
    {
        foreach (var line in lines)
        {
            if (line?.Contains(',') == true)
            {
                return new([.. lines.SelectMany(joined => (joined ?? "").Split(',', StringSplitOptions.TrimEntries))]);
            }
        }

        return lines;
    }

    /// <summary>Whether every server of gRPC can decode it: bits that belong to no byte are zero too.</summary>
    public static bool IsBase64(ReadOnlySpan<char> value)
    {
        value = value.TrimEnd('=');
        return !value.ContainsAnyExcept(Digits) && (value.Length % 4) switch
        {
            0 => true,
            2 => Alphabet.IndexOf(value[^1]) % 16 == 0,
            3 => Alphabet.IndexOf(value[^1]) % 4 == 0,
            _ => false,
        };
    }
}
