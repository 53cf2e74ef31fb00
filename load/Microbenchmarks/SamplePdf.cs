using System.Text;

namespace Microbenchmarks;

/// <summary>Bytes to measure with; the same in every run.</summary>
internal static class SamplePdf
{
    /// <summary>The size of the pieces that a transport delivers.</summary>
    public const int SegmentLength = 64 * 1024;

    /// <summary>
    /// The real documents of ../shared/data/pdfs one after the other, largest first, until there are enough bytes (none of them has
    /// 10 MB); where they are not, objects with random streams from a fixed seed.
    /// </summary>
    public static byte[] OfLength(int length)
    {
        var bytes = new MemoryStream();
        foreach (var document in Documents())
        {
            bytes.Write(File.ReadAllBytes(document.FullName));
        }

        var random = new Random(20261121);
        var stream = new byte[20_000];
        bytes.Write(bytes.Length == 0 ? "%PDF-1.7\n"u8 : []);
        for (var number = 1; bytes.Length < length; number++)
        {
            random.NextBytes(stream);
            bytes.Write(Encoding.ASCII.GetBytes($"{number} 0 obj\n<</Type/XObject/Subtype/Image/Length {stream.Length}>>\nstream\n"));
            bytes.Write(stream);
            bytes.Write("\nendstream\nendobj\n"u8);
        }

        return bytes.GetBuffer()[..length];
    }

    /// <summary>The real documents, largest first; none where ../shared is not.</summary>
    public static IEnumerable<FileInfo> Documents()
    {
        var folder = new DirectoryInfo(Path.Combine(Repository.Root, "..", "shared", "data", "pdfs"));
        return folder.Exists ? folder.EnumerateFiles("*.pdf").OrderByDescending(file => file.Length).ThenBy(file => file.Name) : [];
    }
}
