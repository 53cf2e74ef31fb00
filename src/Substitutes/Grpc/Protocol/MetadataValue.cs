using System.Buffers;
using Grpc.Core;

namespace Grpc.Protocol;

/// <summary>A metadata value as it travels: text as it is, bytes as base64 (PROTOCOL-HTTP2.md, Custom-Metadata).</summary>
internal static class MetadataValue
{
    /// <summary>Characters of base64: the details of a refusal have about half as many.</summary>
    private const int MaxOnStack = 1024;

    // PROTOCOL-HTTP2.md, ASCII-Value.
    private static readonly SearchValues<char> TextCharacters =
        SearchValues.Create([.. Enumerable.Range(' ', '~' - ' ' + 1).Select(value => (char)value)]);

    /// <summary>True when the entry can be sent. Bytes always can; a text has to be printable ASCII.</summary>
    public static bool CanEncode(Metadata.Entry entry) => entry.IsBinary || !entry.Value.AsSpan().ContainsAnyExcept(TextCharacters);

    /// <summary>Bytes without padding, as the protocol asks of senders.</summary>
    /// <exception cref="InvalidOperationException">The text is not printable ASCII.</exception>
    public static string Encode(Metadata.Entry entry) =>
        entry.IsBinary ? entry.Encoded ??= Base64(entry.ValueBytes)
        : CanEncode(entry) ? entry.Value
        : throw new InvalidOperationException(
            $"The value of metadata '{entry.Key}' is not printable ASCII; a name that ends in {Metadata.BinaryHeaderSuffix} takes bytes.");

    /// <summary>Adds what a header holds: one text, or the comma-separated base64 values of a binary one, padded or not.</summary>
    /// <returns>False when it is not base64, or no metadata name.</returns>
    public static bool TryAdd(Metadata metadata, string name, string value)
    {
        if (!Metadata.Entry.IsKey(name))
        {
            return false;
        }

        if (!name.EndsWith(Metadata.BinaryHeaderSuffix, StringComparison.OrdinalIgnoreCase))
        {
            metadata.Add(name, value);
            return true;
        }

        foreach (var part in value.Split(',', StringSplitOptions.TrimEntries))
        {
            if (!TryDecode(part, out var bytes))
            {
                return false;
            }

            metadata.Add(name, bytes);
        }

        return true;
    }

    private static string Base64(byte[] bytes)
    {
        var padded = (bytes.Length + 2) / 3 * 4;
        Span<char> text = padded <= MaxOnStack ? stackalloc char[MaxOnStack] : new char[padded];
        _ = Convert.TryToBase64Chars(bytes, text, out var written);
        return text[..written].TrimEnd('=').ToString();
    }

    private static bool TryDecode(string base64, out byte[] bytes)
    {
        var unpadded = base64.TrimEnd('=');
        bytes = new byte[unpadded.Length * 3 / 4];
        var padded = unpadded.PadRight((unpadded.Length + 3) / 4 * 4, '=');
        return Convert.TryFromBase64String(padded, bytes, out var written) && written == bytes.Length;
    }
}
