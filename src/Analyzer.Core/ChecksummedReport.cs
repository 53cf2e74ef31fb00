using System.Globalization;
using System.Text;
using Checksums;

namespace Analyzer.Core;

/// <summary>
/// A report's JSON with a last member, its checksum, that tells whether it is as it was written: a line of an export, and a document of
/// Elasticsearch. What an earlier version wrote has none, and is taken as it is.
/// </summary>
public static class ChecksummedReport
{
    private const int Digits = 8;

    private static readonly byte[] Name = Encoding.ASCII.GetBytes(",\"checksum\":\"");

    /// <summary>A report alone ends with a number: so what ends like this has a checksum, or had one before it was damaged.</summary>
    private static readonly byte[] End = Encoding.ASCII.GetBytes("\"}");

    private static readonly int TailLength = Name.Length + Digits + End.Length;

    /// <param name="json">An object with a member at least.</param>
    public static byte[] Write(ReadOnlySpan<byte> json) =>
    [
        .. json[..^1], .. Name, .. Encoding.ASCII.GetBytes(Crc32C.Of(json).ToString("x8", CultureInfo.InvariantCulture)), .. End,
    ];

    /// <param name="written">What is to be read.</param>
    /// <param name="json">The report's JSON, as it was before the checksum was added.</param>
    /// <param name="hasChecksum">Whether an earlier version wrote it, without a checksum.</param>
    /// <returns>False when it is not as it was written.</returns>
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
