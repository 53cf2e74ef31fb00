using System.Buffers;
using System.Text;

namespace Grpc.Protocol;

/// <summary>
/// The encoding of <c>grpc-message</c>: UTF-8, with every byte outside printable ASCII, and '%' itself, as %XX
/// (PROTOCOL-HTTP2.md, Percent-Encoded).
/// </summary>
internal static class PercentEncoding
{
    private static readonly SearchValues<char> Unencoded = SearchValues.Create(
        Enumerable.Range(' ', '~' - ' ' + 1).Select(value => (char)value).Where(value => value != '%').ToArray());

    public static string Encode(string text)
    {
        if (text.AsSpan().IndexOfAnyExcept(Unencoded) < 0)
        {
            return text;
        }

        var encoded = new StringBuilder(text.Length + 16);
        foreach (var value in Encoding.UTF8.GetBytes(text))
        {
            if (Unencoded.Contains((char)value))
            {
                encoded.Append((char)value);
            }
            else
            {
                encoded.Append('%').Append(Convert.ToHexString([value]));
            }
        }

        return encoded.ToString();
    }

    /// <summary>Never fails: text that is no encoding stays as it is, as the protocol demands.</summary>
    public static string Decode(string text)
    {
        if (!text.Contains('%', StringComparison.Ordinal))
        {
            return text;
        }

        var source = Encoding.UTF8.GetBytes(text);
        var decoded = new byte[source.Length];
        var length = 0;
        for (var i = 0; i < source.Length; i++)
        {
            if (source[i] == '%'
                && i + 2 < source.Length
                && Convert.FromHexString(source.AsSpan(i + 1, 2), decoded.AsSpan(length), out _, out _) == OperationStatus.Done)
            {
                i += 2;
            }
            else
            {
                decoded[length] = source[i];
            }

            length++;
        }

        return Encoding.UTF8.GetString(decoded, 0, length);
    }
}
