using System.Text;

namespace Analyzer.Engines.Text;

/// <summary>Addresses that carry what they lead to: <c>data:text/javascript;base64,YWxlcnQoMSk=</c> (RFC 2397).</summary>
internal static class DataAddresses
{
    private const string Scheme = "data:";

    /// <returns>What the address carries, as far as it is whole; null when it is none, or carries nothing.</returns>
    public static byte[]? Decode(string? address)
    {
        var plain = address.AsSpan().TrimStart();
        if (!plain.StartsWith(Scheme, StringComparison.OrdinalIgnoreCase) || plain.IndexOf(',') is not (> 0 and var comma))
        {
            return null;
        }

        var data = Uri.UnescapeDataString(plain[(comma + 1)..].ToString());
        if (!plain[..comma].TrimEnd().EndsWith(";base64", StringComparison.OrdinalIgnoreCase))
        {
            return data.Length > 0 ? Encoding.UTF8.GetBytes(data) : null;
        }

        var letters = string.Concat(data.Where(static letter => !char.IsWhiteSpace(letter))).TrimEnd('=');
        letters = letters[..(letters.Length - (letters.Length % 4 == 1 ? 1 : 0))];
        var bytes = new byte[letters.Length];
        return Convert.TryFromBase64String(letters.PadRight((letters.Length + 3) / 4 * 4, '='), bytes, out var length) && length > 0
            ? bytes[..length] : null;
    }
}
