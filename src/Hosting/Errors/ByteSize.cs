using System.Globalization;

namespace Hosting.Errors;

/// <summary>Writes numbers of bytes for people.</summary>
public static class ByteSize
{
    private static readonly string[] Units = ["", "k", "M", "G", "T", "P", "E"];

    /// <summary>
    /// The size to three digits with the exact number behind it, as in <c>1 GiB (1073741824 bytes)</c>. The unit is binary when there
    /// is a whole number of it, or else decimal. Below 1000 bytes, the number is enough.
    /// </summary>
    /// <param name="bytes">Not negative.</param>
    public static string InWords(long bytes)
    {
        var exact = string.Create(CultureInfo.InvariantCulture, $"{bytes} {(bytes == 1 ? "byte" : "bytes")}");
        return bytes < 1000 ? exact : $"{WholeBinary(bytes) ?? Decimal(bytes)} ({exact})";
    }

    private static string? WholeBinary(long bytes)
    {
        var unit = 0;
        for (; bytes % 1024 == 0; unit++)
        {
            bytes /= 1024;
        }

        return unit > 0 && bytes < 1024 ? $"{bytes} {Units[unit].ToUpperInvariant()}iB" : null;
    }

    private static string Decimal(long bytes)
    {
        var (size, unit) = ((double)bytes, 0);
        for (; size >= 999.5; unit++)
        {
            size /= 1000;
        }

        var digits = size < 9.995 ? "0.##" : size < 99.95 ? "0.#" : "0";
        return $"{size.ToString(digits, CultureInfo.InvariantCulture)} {Units[unit]}B";
    }
}
