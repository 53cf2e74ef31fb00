using System.Globalization;
using System.Text;
using Analyzer.Engines.Contract;

namespace Analyzer.Engines.Mail;

/// <summary>Reads the parameters of a header, in any of the ways in which names are written (RFC 2045, 2047, 2231).</summary>
internal static class HeaderParameters
{
    private const int MaxPieces = 64;

    /// <returns>The decoded value; null when there is none.</returns>
    public static string? Find(string header, string name)
    {
        var pieces = new SortedDictionary<int, string>();
        foreach (var (key, value) in Split(header))
        {
            if (key.Equals(name, StringComparison.OrdinalIgnoreCase))
            {
                return DecodeWords(value);
            }

            // name*=charset''value, name*0=..., name*1*=...
            if (key.Length > name.Length && key[name.Length] == '*' && key.StartsWith(name, StringComparison.OrdinalIgnoreCase)
                && pieces.Count < MaxPieces)
            {
                var isEncoded = key.EndsWith('*');
                var number = key[(name.Length + 1)..].TrimEnd('*');
                pieces[int.TryParse(number, NumberStyles.None, CultureInfo.InvariantCulture, out var index) ? index : 0] =
                    isEncoded ? Unescape(value) : value;
            }
        }

        return pieces.Count == 0 ? null : string.Concat(pieces.Values);
    }

    private static IEnumerable<(string Key, string Value)> Split(string header)
    {
        for (var at = header.IndexOf(';', StringComparison.Ordinal); at >= 0 && at < header.Length;)
        {
            var sign = header.IndexOf('=', at);
            if (sign < 0)
            {
                yield break;
            }

            var key = header[(at + 1)..sign].Trim();
            var start = sign + 1;
            while (start < header.Length && header[start] is ' ' or '\t')
            {
                start++;
            }

            int end;
            if (start < header.Length && header[start] == '"')
            {
                var value = Quoted(header, start, out end);
                yield return (key, value);
            }
            else
            {
                end = header.IndexOf(';', start);
                end = end < 0 ? header.Length : end;
                yield return (key, header[start..end].Trim());
            }

            at = end < header.Length ? header.IndexOf(';', end) : -1;
        }
    }

    private static string Quoted(string header, int start, out int end)
    {
        var value = new StringBuilder();
        for (end = start + 1; end < header.Length && header[end] != '"'; end++)
        {
            if (header[end] == '\\' && end + 1 < header.Length && header[end + 1] is '"' or '\\')
            {
                end++;
            }

            value.Append(header[end]);
        }

        return value.ToString();
    }

    private static string Unescape(string value)
    {
        var quote = value.IndexOf('\'', StringComparison.Ordinal);
        var second = quote < 0 ? -1 : value.IndexOf('\'', quote + 1);
        return Uri.UnescapeDataString(value[(second + 1)..]);
    }

    // =?charset?B?...?= and =?charset?Q?...?=, one behind the other
    private static string DecodeWords(string value)
    {
        if (!value.Contains("=?", StringComparison.Ordinal))
        {
            return value;
        }

        var plain = new StringBuilder();
        for (var at = 0; at < value.Length;)
        {
            var start = value.IndexOf("=?", at, StringComparison.Ordinal);
            var pieces = start < 0 ? [] : value[(start + 2)..].Split('?', 4);
            if (pieces.Length < 4 || !pieces[3].StartsWith('='))
            {
                plain.Append(value.AsSpan(at));
                break;
            }

            var between = value[at..start];
            plain.Append(string.IsNullOrWhiteSpace(between) && at > 0 ? "" : between);
            plain.Append(PlainText.Decode(pieces[1] is "B" or "b" ? FromBase64(pieces[2]) : FromQuoted(pieces[2])));
            at = start + 2 + pieces[0].Length + 1 + pieces[1].Length + 1 + pieces[2].Length + 2;
        }

        return plain.ToString();
    }

    private static byte[] FromBase64(string text)
    {
        var bytes = new byte[text.Length];
        return Convert.TryFromBase64String(text.PadRight((text.Length + 3) / 4 * 4, '='), bytes, out var length) ? bytes[..length] : [];
    }

    private static byte[] FromQuoted(string text) => Encoding.Latin1.GetBytes(Uri.UnescapeDataString(
        text.Replace("%", "%25", StringComparison.Ordinal).Replace('=', '%').Replace('_', ' ')));
}
