using System.Text;

namespace Analyzer.Engines.Tests.Making;

/// <summary>Harmless files of the kinds that others carry.</summary>
internal static class Samples
{
    /// <summary>In two pieces: this source is no test file.</summary>
    public static byte[] Eicar { get; } = Encoding.ASCII.GetBytes(@"X5O!P%@AP[4\PZX54(P^)7CC)7}$EICAR-"
        + "STANDARD-ANTIVIRUS-TEST-FILE!$H+H*");

    /// <summary>A header of a Windows program, and no code.</summary>
    public static byte[] Program { get; } = Pe();

    public static byte[] Text { get; } = [.. "Only a text, with nothing in it that acts.\n"u8];

    public static byte[] CleanPdf { get; } = [.. "%PDF-1.4\n1 0 obj\n<<>>\nendobj\n"u8];

    public static byte[] Png { get; } =
    [
        0x89, .. "PNG\r\n\u001A\n"u8, 0, 0, 0, 13, .. "IHDR"u8, 0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0, 0, 0, 0, 0,
        0, 0, 0, 0, .. "IEND"u8, 0xAE, 0x42, 0x60, 0x82,
    ];

    public static byte[] Bytes(string latin1) => Encoding.Latin1.GetBytes(latin1);

    /// <param name="sections">Names and contents.</param>
    public static byte[] Pe(params (string Name, byte[] Content)[] sections)
    {
        const int alignment = 512;
        var headers = new byte[alignment];
        "MZ"u8.CopyTo(headers);
        headers[0x3C] = 0x40;
        "PE\0\0"u8.CopyTo(headers.AsSpan(0x40));
        BitConverter.TryWriteBytes(headers.AsSpan(0x44), (ushort)0x8664);
        BitConverter.TryWriteBytes(headers.AsSpan(0x46), (ushort)sections.Length);
        BitConverter.TryWriteBytes(headers.AsSpan(0x54), (ushort)0xF0);
        BitConverter.TryWriteBytes(headers.AsSpan(0x58), (ushort)0x20B);
        headers[0x58 + 68] = 3;
        var (file, at) = (new List<byte>(headers), 0x58 + 0xF0);
        foreach (var (name, content) in sections)
        {
            var entry = new byte[40];
            Encoding.ASCII.GetBytes(name).CopyTo(entry, 0);
            BitConverter.TryWriteBytes(entry.AsSpan(16), content.Length);
            BitConverter.TryWriteBytes(entry.AsSpan(20), file.Count);
            for (var i = 0; i < entry.Length; i++)
            {
                file[at + i] = entry[i];
            }

            at += entry.Length;
            file.AddRange(content);
        }

        return [.. file];
    }
}
