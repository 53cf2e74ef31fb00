using System.Buffers;
using System.Buffers.Binary;
using System.Buffers.Text;

namespace Analyzer.Core;

/// <summary>
/// A place in the listing, which is sorted by time and then by id, so that reports of one millisecond have an order too. As text: 54
/// characters of base64url over 40 bytes, or 59 over 44:
/// <code>
/// offset  bytes
///      0      8  milliseconds since 1970, big-endian
///      8     32  SHA-256
///     40      4  fingerprint of the filter, big-endian; absent when nothing is filtered
/// </code>
/// </summary>
/// <param name="Filter">The <see cref="ReportFilter.Fingerprint"/> of the listing.</param>
public readonly record struct ReportCursor(DateTimeOffset AnalyzedAt, FileId Id, uint Filter = 0)
{
    private const int FilterOffset = sizeof(long) + FileId.ByteLength;
    private const int MaxLength = FilterOffset + sizeof(uint);

    public static ReportCursor Of(AnalysisReport report) => new(report.AnalyzedAt, report.Sha256);

    public static bool TryParse(string? text, out ReportCursor cursor)
    {
        cursor = default;
        Span<byte> bytes = stackalloc byte[MaxLength];
        var length = text?.Length == Base64Url.GetEncodedLength(MaxLength) ? MaxLength : FilterOffset;
        if (text is null || text.Length != Base64Url.GetEncodedLength(length) ||
            Base64Url.DecodeFromChars(text, bytes, out _, out var written) != OperationStatus.Done || written != length)
        {
            return false;
        }

        var milliseconds = BinaryPrimitives.ReadInt64BigEndian(bytes);
        if (milliseconds < 0 || milliseconds > DateTimeOffset.MaxValue.ToUnixTimeMilliseconds())
        {
            return false;
        }

        var filter = length == MaxLength ? BinaryPrimitives.ReadUInt32BigEndian(bytes[FilterOffset..]) : 0;
        cursor = new(DateTimeOffset.FromUnixTimeMilliseconds(milliseconds), new FileId(bytes[sizeof(long)..FilterOffset]), filter);
        return true;
    }

    public override string ToString()
    {
        Span<byte> bytes = stackalloc byte[MaxLength];
        BinaryPrimitives.WriteInt64BigEndian(bytes, AnalyzedAt.ToUnixTimeMilliseconds());
        Id.WriteTo(bytes[sizeof(long)..]);
        BinaryPrimitives.WriteUInt32BigEndian(bytes[FilterOffset..], Filter);
        return Base64Url.EncodeToString(Filter == 0 ? bytes[..FilterOffset] : bytes);
    }
}
