namespace Analyzer.Engines.Content;

/// <summary>The types that are known by their first bytes.</summary>
internal static class Signatures
{
    public const string Zip = "application/zip";
    public const string DosExecutable = "application/x-dosexec";

    // Images, audio, video, archives and documents follow WHATWG MIME Sniffing, sections 6 and 7.1; the others each format's definition.
    private static readonly Signature[] All =
    [
        new("\u0089PNG\r\n\u001A\n", "image/png"),
        new("\u00FF\u00D8\u00FF", "image/jpeg"),
        new("GIF87a", "image/gif"),
        new("GIF89a", "image/gif"),
        new("RIFF\uFFFF\uFFFF\uFFFF\uFFFFWEBPVP", "image/webp"),
        new("BM\uFFFF\uFFFF\uFFFF\uFFFF\0\0\0\0", "image/bmp"),
        new("\0\0\u0001\0", "image/vnd.microsoft.icon"),
        new("II*\0", "image/tiff"),
        new("MM\0*", "image/tiff"),
        new("RIFF\uFFFF\uFFFF\uFFFF\uFFFFWAVE", "audio/wave"),
        new("ID3", "audio/mpeg"),
        new("fLaC", "audio/flac"),
        new("OggS\0", "application/ogg"),
        new("ftyp", "video/mp4", 4),
        new("\u001A\u0045\u00DF\u00A3", "video/webm"),
        new("PK\u0003\u0004", Zip),
        new("PK\u0005\u0006", Zip),
        new("\u001F\u008B\u0008", "application/gzip"),
        new("BZh\uFFFF1AY&SY", "application/x-bzip2"),
        new("\u00FD7zXZ\0", "application/x-xz"),
        new("\u0028\u00B5\u002F\u00FD", "application/zstd"),
        new("LZIP\u0001", "application/x-lzip"),
        new("\u0004\u0022\u004D\u0018", "application/x-lz4"),
        new("\u0089LZO\0\r\n\u001A\n", "application/x-lzop"),
        new("LRZI\0", "application/x-lrzip"),
        new("\u001F\u009D\u0090", "application/x-compress"),
        new("\u00ED\u00AB\u00EE\u00DB", "application/x-rpm"),
        new("MSCF\0\0\0\0", "application/vnd.ms-cab-compressed"),
        new("MSWIM\0\0\0", "application/x-ms-wim"),
        new("xar!", "application/x-xar"),
        new("!<arch>\n", "application/x-archive"),
        new("**ACE**", "application/x-ace-compressed", 7),
        new("-lh\uFFFF-", "application/x-lzh-compressed", 2),
        new("DAA\0\0\0\0\0", "application/x-daa"),
        new("KWAJ\u0088\u00F0\u0027\u00D1", "application/x-ms-compress-kwaj"),
        new("SZDD\u0088\u00F0\u0027\u0033", "application/x-ms-compress-szdd"),
        new("7z\u00BC\u00AF\u0027\u001C", "application/x-7z-compressed"),
        new("Rar!\u001A\u0007", "application/vnd.rar"),
        new("ustar", "application/x-tar", 257),
        new("\u007FELF", "application/x-elf"),
        new("MZ\uFFFF\0", DosExecutable),
        new("\u00CF\u00FA\u00ED\u00FE", "application/x-mach-binary"),
        new("\0asm", "application/wasm"),
        new("\u00D0\u00CF\u0011\u00E0\u00A1\u00B1\u001A\u00E1", "application/x-ole-storage"),
        new("SQLite format 3\0", "application/vnd.sqlite3"),
        new("{\\rtf", "application/rtf"),
        new("%!PS-Adobe-", "application/postscript"),
        new("%FDF-", MediaTypes.FormData),
        new("#!/", "text/x-shellscript"),
    ];

    /// <returns>The media type, or null when no signature fits.</returns>
    public static string? Find(ReadOnlySpan<byte> start)
    {
        foreach (var signature in All)
        {
            if (signature.Fits(start))
            {
                return signature.MediaType;
            }
        }

        return MarkupSignatures.Find(start);
    }
}
