using System.Globalization;
using System.Text;
using Checksums;

namespace Analyzer.Core;

/// <summary>
/// A report's JSON with a checksum as its last member, which shows whether it is unchanged: a line of an export, and a document of
/// Elasticsearch. Reports of an earlier version have none, and are accepted as they are.
/// </summary>
public static class ChecksummedReport
{
    private const int Digits = 8;

    private static readonly byte[] Name = Encoding.ASCII.GetBytes(",\"checksum\":\"");

    /// <summary>
    /// A report without a checksum ends with a number, so a text with this ending has a checksum, or had one before it was damaged.
    /// </summary>
    private static readonly byte[] End = Encoding.ASCII.GetBytes("\"}");

    private static readonly int TailLength = Name.Length + Digits + End.Length;

    /// <param name="json">An object with at least one member.</param>
    public static byte[] Write(ReadOnlySpan<byte> json) =>
    [
        .. json[..^1], .. Name, .. Encoding.ASCII.GetBytes(Crc32C.Of(json).ToString("x8", CultureInfo.InvariantCulture)), .. End,
    ];

    /// <param name="written">The stored bytes.</param>
    /// <param name="json">The report's JSON, as it was before the checksum was added.</param>
    /// <param name="hasChecksum">Whether an earlier version wrote it, without a checksum.</param>
    /// <returns>False when it is damaged.</returns>
    public static bool TryRead(ReadOnlySpan<byte> written, out byte[] json, out bool hasChecksum)
    {
        hasChecksum = written.EndsWith(End);
        if (!hasChecksum)
        {
            json = written.ToArray();
            return true;
        }

        if (written.Length <= TailLength || !written[^TailLength..].StartsWith(Name))
        {
            json = [];
            return false;
        }

        json = [.. written[..^TailLength], (byte)'}'];
        var digits = written[^(Digits + End.Length)..^End.Length];
        return uint.TryParse(digits, NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out var checksum)
            && checksum == Crc32C.Of(json);
    }
}
