using System.Buffers;

namespace Analyzer.Engines.Text;

/// <summary>
/// Tells texts that speak of PDF from files that are PDF as well: a program that looks for <c>"%PDF-"</c>, a rule, a description. In those
/// the header stands within a line, and no object of a PDF is below it.
/// </summary>
internal static class QuotedHeader
{
    private static readonly SearchValues<byte> Binary = SearchValues.Create([.. Enumerable.Range(0, 9).Select(value => (byte)value), 11]);

    // A polyglot hides its header in a comment, or behind the sign that begins a text.
    private static readonly SearchValues<byte> Openings = SearchValues.Create([.. " \t#/*%;<!-'\"`("u8, 0xEF, 0xBB, 0xBF]);

    /// <param name="start">The first bytes of a file.</param>
    /// <param name="header">Where the header stands in them.</param>
    public static bool IsAt(ReadOnlySpan<byte> start, int header)
    {
        var before = start[..header];
        var line = before[(before.LastIndexOfAny((byte)'\r', (byte)'\n') + 1)..];
        if (!line.ContainsAnyExcept(Openings) || start.ContainsAny(Binary))
        {
            return false;
        }

        var search = new ObjectStartSearch();
        search.Read(start[header..]);
        return !search.HasFound;
    }
}
