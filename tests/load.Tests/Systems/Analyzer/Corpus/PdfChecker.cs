using System.Globalization;
using System.Text;
using System.Text.RegularExpressions;

namespace Load.Tests.Systems.Analyzer.Corpus;

/// <summary>
/// A tiny reader of PDF files (ISO 32000-1, 7.5), written from the other end: it starts at %%EOF, follows startxref to the table, and every
/// entry of the table to its object. It throws on the first thing that is not as it should be.
/// </summary>
internal sealed partial class PdfChecker
{
    private const int EntryLength = 20;

    private readonly byte[] _file;
    private readonly string _text;

    private PdfChecker(byte[] file) => (_file, _text) = (file, Encoding.Latin1.GetString(file));

    /// <summary>Bodies by object number, without their streams.</summary>
    public SortedDictionary<int, string> Objects { get; } = [];

    public int Streams { get; private set; }

    public string Trailer { get; private set; } = "";

    public static PdfChecker Check(byte[] file)
    {
        var checker = new PdfChecker(file);
        checker.CheckHeader();
        checker.CheckTable(checker.StartOfTable());
        checker.CheckReferences();
        return checker;
    }

    private void CheckHeader()
    {
        _text.ShouldStartWith("%PDF-1.5\n%");
        _file[10..14].ShouldAllBe(b => b >= 128); // marks the file as binary
    }

    private int StartOfTable()
    {
        var end = StartXref().Match(_text, Math.Max(0, _text.Length - 64));
        end.Success.ShouldBeTrue("the file does not end with startxref, an offset and %%EOF");
        return int.Parse(end.Groups[1].Value, CultureInfo.InvariantCulture);
    }

    private void CheckTable(int table)
    {
        var head = TableHead().Match(_text, table);
        head.Success.ShouldBeTrue($"no table at {table}");
        var size = int.Parse(head.Groups[1].Value, CultureInfo.InvariantCulture);
        var entries = table + head.Length;
        _text.Substring(entries, EntryLength).ShouldBe("0000000000 65535 f \n");
        for (var number = 1; number < size; number++)
        {
            var entry = _text.Substring(entries + number * EntryLength, EntryLength);
            entry[10..].ShouldBe(" 00000 n \n");
            CheckObject(number, int.Parse(entry[..10], CultureInfo.InvariantCulture));
        }

        var trailer = _text[(entries + size * EntryLength)..];
        trailer.ShouldStartWith($"trailer\n<< /Size {size} /Root 1 0 R ");
        Trailer = trailer;
    }

    private void CheckObject(int number, int offset)
    {
        var start = $"{number} 0 obj\n";
        _text.Substring(offset, start.Length).ShouldBe(start);
        var stream = _text.IndexOf("\nstream\n", offset, StringComparison.Ordinal);
        var end = _text.IndexOf("\nendobj\n", offset, StringComparison.Ordinal);
        if (stream >= 0 && stream < end)
        {
            var dictionary = _text[(offset + start.Length)..stream];
            var length = int.Parse(StreamLength().Match(dictionary).Groups[1].Value, CultureInfo.InvariantCulture);
            var after = stream + "\nstream\n".Length + length;
            _text.Substring(after, 18).ShouldBe("\nendstream\nendobj\n");
            Objects.Add(number, dictionary);
            Streams++;
            return;
        }

        Objects.Add(number, _text[(offset + start.Length)..end]);
    }

    private void CheckReferences()
    {
        var referred = Reference().Matches(string.Concat(Objects.Values))
            .Select(match => int.Parse(match.Groups[1].Value, CultureInfo.InvariantCulture));
        referred.ShouldAllBe(number => Objects.ContainsKey(number));
    }

    [GeneratedRegex(@"\G[\s\S]*\nstartxref\n(\d+)\n%%EOF\n\z")]
    private static partial Regex StartXref();

    [GeneratedRegex(@"\Gxref\n0 (\d+)\n")]
    private static partial Regex TableHead();

    [GeneratedRegex(@"/Length (\d+) ")]
    private static partial Regex StreamLength();

    [GeneratedRegex(@"(\d+) 0 R\b")]
    private static partial Regex Reference();
}
