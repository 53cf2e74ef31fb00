using System.Buffers;
using System.Buffers.Binary;
using System.Buffers.Text;

namespace Analyzer.Core;

/// <summary>
/// A place in the listing: by time, then by id so that reports of one millisecond have an order too, the greatest first.
/// Written as 54 characters of base64url over: milliseconds since 1970 (8 bytes, big-endian), digest (32 bytes).
/// </summary>
public readonly record struct ReportCursor(DateTimeOffset AnalyzedAt, FileId Id)
{
    private const int ByteLength = sizeof(long) + FileId.ByteLength;

    public static ReportCursor Of(AnalysisReport report) => new(report.AnalyzedAt, report.Sha256);

    public static bool TryParse(string? text, out ReportCursor cursor)
    {
        cursor = default;
        Span<byte> bytes = stackalloc byte[ByteLength];
        if (text is null || text.Length != Base64Url.GetEncodedLength(ByteLength) ||
            Base64Url.DecodeFromChars(text, bytes, out _, out var written) != OperationStatus.Done || written != ByteLength)
        {
            return false;
        }

        var milliseconds = BinaryPrimitives.ReadInt64BigEndian(bytes);
        if (milliseconds < 0 || milliseconds > DateTimeOffset.MaxValue.ToUnixTimeMilliseconds())
        {
            return false;
        }

        cursor = new(DateTimeOffset.FromUnixTimeMilliseconds(milliseconds), new FileId(bytes[sizeof(long)..]));
        return true;
    }

    public override string ToString()
    {
        Span<byte> bytes = stackalloc byte[ByteLength];
        BinaryPrimitives.WriteInt64BigEndian(bytes, AnalyzedAt.ToUnixTimeMilliseconds());
        Id.WriteTo(bytes[sizeof(long)..]);
        return Base64Url.EncodeToString(bytes);
    }
}
