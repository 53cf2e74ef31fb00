using System.Buffers.Binary;

namespace Analyzer.Engines.Content;

/// <summary>Finds what a file is by its content, never by its name.</summary>
internal static class MediaTypes
{
    public const string Pdf = "application/pdf";
    public const string FormData = "application/vnd.fdf";
    public const string Text = "text/plain";
    public const string Unknown = "application/octet-stream";

    /// <param name="start">The file's first bytes.</param>
    /// <param name="histogram">The counts of the whole file's bytes.</param>
    public static string Find(ReadOnlySpan<byte> start, ByteHistogram histogram) => Signatures.Find(start) switch
    {
        Signatures.Zip => ZipContainers.Find(start) ?? Signatures.Zip,
        Signatures.DosExecutable when IsPortableExecutable(start) => "application/vnd.microsoft.portable-executable",
        { } mediaType => mediaType,
        null when IsText(start, histogram) => Text,
        null => Unknown,
    };

    // UTF-16 has a byte order mark; any other text has none of the bytes that WHATWG MIME Sniffing (section 3) calls binary. All bytes
    // of the file have been counted, so this holds for the whole file.
    private static bool IsText(ReadOnlySpan<byte> start, ByteHistogram histogram) =>
        !start.IsEmpty && (start is [0xFE, 0xFF, ..] or [0xFF, 0xFE, ..] || !histogram.HasBinaryBytes());

    // PE format: the four bytes at 0x3C in the DOS header give the offset of the signature.
    private static bool IsPortableExecutable(ReadOnlySpan<byte> start) =>
        start.Length >= 0x40 &&
        BinaryPrimitives.ReadUInt32LittleEndian(start[0x3C..]) is var at && at <= start.Length - 4 &&
        start[(int)at..].StartsWith("PE\0\0"u8);
}
