using System.Text;

namespace Analyzer.Engines.Tests.Pdf;

/// <summary>A document that other programs read, with scripts, attachments and links.</summary>
internal static class HandmadeDocument
{
    // The last one is longer than the part of a script that a report holds.
    public static readonly string[] Scripts =
    [
        "app.alert('named');", "app.alert('opened');",
        $"var stream = unescape('%41'); // {string.Concat(Enumerable.Repeat("0123456789", 200))}",
    ];

    public static byte[] WithEverything()
    {
        var builder = new PdfBuilder();
        var offsets = new List<int>();
        Add("<</Type/Catalog/Pages 2 0 R/OpenAction 4 0 R" +
            "/Names<</JavaScript<</Names[(a) 5 0 R]>>/EmbeddedFiles<</Names[(t.exe) 8 0 R]>>>>>>");
        Add("<</Type/Pages/Kids[3 0 R]/Count 1>>");
        Add("<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]/Annots[10 0 R]/AA<</O 6 0 R>>>>");
        Add($"<</S/JavaScript/JS({Scripts[1].Replace("(", "\\(").Replace(")", "\\)")})>>");
        Add($"<</S/JavaScript/JS<{Convert.ToHexString([0xFE, 0xFF, .. Encoding.BigEndianUnicode.GetBytes(Scripts[0])])}>>>");
        Add("<</S/JavaScript/JS 7 0 R>>");
        AddStream("/Filter/FlateDecode", PdfBuilder.Zlib(Encoding.ASCII.GetBytes(Scripts[2])));
        Add("<</Type/Filespec/F(t.exe)/UF(t.exe)/EF<</F 9 0 R>>>>");
        AddStream("/Type/EmbeddedFile/Filter/FlateDecode", PdfBuilder.Zlib(Encoding.Latin1.GetBytes("MZ\u0090\0 not really")));
        Add("<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/A<</S/URI/URI(http://a.example/b)>>>>");
        var xref = builder.ToArray().Length;
        builder.Raw($"xref\n0 {offsets.Count + 1}\n0000000000 65535 f \n");
        foreach (var offset in offsets)
        {
            builder.Raw($"{offset:D10} 00000 n \n");
        }

        return builder.Raw($"trailer\n<</Size {offsets.Count + 1}/Root 1 0 R>>\nstartxref\n{xref}\n%%EOF\n").ToArray();

        void Add(string content)
        {
            offsets.Add(builder.ToArray().Length);
            builder.Object(offsets.Count, content);
        }

        void AddStream(string entries, byte[] data)
        {
            offsets.Add(builder.ToArray().Length);
            builder.Stream(offsets.Count, entries, data);
        }
    }
}
