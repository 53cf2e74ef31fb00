using Analyzer.Engines.Content;

namespace Analyzer.Engines.Media;

/// <summary>Types that hold nothing but pictures, fonts, sounds, films, scenes, and what a machine notes of files and printers.</summary>
internal static class MediaKinds
{
    private static readonly Signature[] Fonts =
    [
        new("OTTO\0", "font/otf"), new("ttcf\0", "font/collection"), new("wOFF", "font/woff"), new("wOF2", "font/woff2"),
            new("true\0", "font/ttf"),
        new("\0\u0001\0\0\0", "font/ttf"), new("%!PS-AdobeFont", "application/x-font-type1"),
            new("\u0080\u0001", "application/x-font-type1"),
    ];

    private static readonly Signature[] Others =
    [
        new("\u0001\0\0\0\uFFFF\uFFFF\uFFFF\uFFFF\uFFFF\uFFFF\uFFFF\uFFFF\uFFFF\uFFFF\uFFFF\uFFFF\uFFFF"
            + "\uFFFF\uFFFF\uFFFF\uFFFF\uFFFF\uFFFF\uFFFF\uFFFF\uFFFF"
            + "\uFFFF\uFFFF\uFFFF\uFFFF\uFFFF\uFFFF\uFFFF\uFFFF\uFFFF\uFFFF\uFFFF\uFFFF\uFFFF\uFFFF EMF", "image/emf"),
        new("\u00D7\u00CD\u00C6\u009A", "image/wmf"), new("\u0001\0\u0009\0\0\u0003", "image/wmf"),
            new("8BPS\0\u0001", "image/vnd.adobe.photoshop"),
        new("\0\0\0\u000CjP  \r\n\u0087\n", "image/jp2"), new("\u00FF\u004F\u00FF\u0051", "image/jp2"),
            new("\u0097JB2\r\n\u001A\n", "image/x-jbig2"),
        new("RIFF\uFFFF\uFFFF\uFFFF\uFFFFAVI ", "video/x-msvideo"), new("MThd\0\0\0\u0006", "audio/midi"),
            new("\u00FF\u00FB", "audio/mpeg"),
        new(".snd\0\0\0", "audio/basic"), new("glTF\u0002\0\0\0", "model/gltf-binary"), new("VCLMTF\u0001\0", "image/x-svm"),
        new("II\u00BC\u0001", "image/jxr"), new("\0\0\u0002\0", "image/vnd.microsoft.icon"),

        // In each archive that a Mac makes: what it notes of a file (AppleDouble, RFC 1740), and of a folder.
        new("\0\u0005\u0016\u0007\0\u0002\0\0", "application/applefile"), new("\0\0\0\u0001Bud1\0", "application/x-apple-folder"),
    ];

    /// <summary>What a program keeps of a printer's settings: a name, versions, and lengths that add up (Microsoft, DEVMODEW).</summary>
    private static bool IsPrinterSettings(ReadOnlySpan<byte> start) =>
        start.Length >= 72 && start[64] == 1 && start[65] == 4 && start[68] == 0xDC && start[69] == 0 && start[63] == 0;

    /// <returns>Null when it is something else.</returns>
    public static string? Find(ReadOnlySpan<byte> start)
    {
        foreach (var signature in Fonts)
        {
            if (signature.Fits(start) && !start.StartsWith("\0\u0001\0\0Stan"u8))
            {
                return signature.MediaType;
            }
        }

        foreach (var signature in Others)
        {
            if (signature.Fits(start))
            {
                return signature.MediaType;
            }
        }

        if (IsPrinterSettings(start))
        {
            return "application/vnd.ms-printer-settings";
        }

        return Signatures.Find(start) is { } found && (found.StartsWith("image/", StringComparison.Ordinal)
            || found.StartsWith("audio/", StringComparison.Ordinal) || found.StartsWith("video/", StringComparison.Ordinal)
                || found == "application/ogg")
            ? found : null;
    }
}
