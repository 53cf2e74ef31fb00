using System.IO.Compression;
using System.Text;
using Analyzer.Core;

namespace Analyzer.Engines.Tests.Pdf;

/// <summary>Writes small PDFs by hand, also such as no program would write.</summary>
internal sealed class PdfBuilder
{
    // To make its tables costs more than to analyze a small document.
    [ThreadStatic]
    private static FileAnalysis? s_analysis;

    private readonly List<byte> _bytes = [];

    public PdfBuilder() => Raw("%PDF-1.7\n");

    public PdfBuilder Raw(string text) => Raw(Encoding.Latin1.GetBytes(text));

    public PdfBuilder Raw(byte[] bytes)
    {
        _bytes.AddRange(bytes);
        return this;
    }

    public PdfBuilder Object(int number, string content) => Raw($"{number} 0 obj\n{content}\nendobj\n");

    /// <param name="entries">What the dictionary has besides /Length.</param>
    public PdfBuilder Stream(int number, string entries, byte[] data) =>
        Raw($"{number} 0 obj\n<<{entries}/Length {data.Length}>>\nstream\n").Raw(data).Raw("\nendstream\nendobj\n");

    /// <summary>So many streams of one length that say nothing, numbered from 3 on.</summary>
    public PdfBuilder Filler(int count, int length = 4_000)
    {
        for (var number = 3; number < count + 3; number++)
        {
            Stream(number, "", new byte[length]);
        }

        return this;
    }

    /// <summary>An object stream of objects that each have a number and a text.</summary>
    public PdfBuilder ObjectStream(int number, params (int Number, string Text)[] objects)
    {
        var (content, first) = Content(objects);
        return Stream(number, $"/Type/ObjStm/N {objects.Length}/First {first}/Filter/FlateDecode", Zlib(content));
    }

    public byte[] ToArray() => [.. _bytes];

    public AnalysisReport Analyze() => Analyze(ToArray());

    public static AnalysisReport Analyze(byte[] content)
    {
        var analysis = s_analysis ??= new();
        try
        {
            analysis.Append(content);
            return analysis.Complete(DateTimeOffset.UnixEpoch, TimeSpan.Zero);
        }
        finally
        {
            analysis.Reset();
        }
    }

    /// <summary>What an object stream decodes to, and where its first object begins.</summary>
    public static (byte[] Content, int First) Content(params (int Number, string Text)[] objects)
    {
        var (header, body) = (new StringBuilder(), new StringBuilder());
        foreach (var (number, text) in objects)
        {
            header.Append($"{number} {body.Length} ");
            body.Append(text).Append('\n');
        }

        return (Encoding.Latin1.GetBytes($"{header}{body}"), header.Length);
    }

    public static byte[] Zlib(byte[] bytes)
    {
        using var target = new MemoryStream();
        using (var zlib = new ZLibStream(target, CompressionLevel.Optimal))
        {
            zlib.Write(bytes);
        }

        return target.ToArray();
    }
}
