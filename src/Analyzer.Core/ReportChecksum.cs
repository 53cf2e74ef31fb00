using Checksums;

namespace Analyzer.Core;

/// <summary>The checksum of a file's identity and of its stored report: it tells whether the disk changed either.</summary>
public static class ReportChecksum
{
    public static uint Of(ReadOnlySpan<byte> id, ReadOnlySpan<byte> json) => Crc32C.Append(Crc32C.Of(id), json);
}
