using System.Text;

namespace Load.Systems.Analyzer.Corpus;

/// <summary>Writes the frame of a PDF (ISO 32000-1, 7.5): header, numbered objects, cross-reference table, trailer.</summary>
/// <param name="destination">Null to count only.</param>
internal sealed class PdfWriter(byte[]? destination)
{
    /// <summary>Digits a number is padded to where its size must not change the size of the file.</summary>
    private const int FieldWidth = 10;

    private readonly SortedDictionary<int, int> _offsets = [];

    public int Position { get; private set; }

    /// <summary>A number and, up to <see cref="FieldWidth"/>, the spaces after it.</summary>
    public static string Field(int value) => $"{value}".PadRight(FieldWidth);

    /// <summary>The version, and a comment of bytes above 127 that marks the file as binary.</summary>
    public void Header() => Text("%PDF-1.5\n%\u00e2\u00e3\u00cf\u00d3\n");

    public void Object(int number, string body)
    {
        Begin(number);
        Text($"{body}\nendobj\n");
    }

    /// <param name="number">The object's number.</param>
    /// <param name="entries">The stream dictionary but for its /Length.</param>
    /// <param name="length">Bytes of the stream.</param>
    /// <param name="fill">Writes them.</param>
    public void Stream(int number, string entries, int length, Action<Memory<byte>> fill)
    {
        Begin(number);
        Text($"<< {entries} /Length {Field(length)}>>\nstream\n");
        if (destination is not null)
        {
            fill(destination.AsMemory(Position, length));
        }

        Position += length;
        Text("\nendstream\nendobj\n");
    }

    /// <summary>
    /// The cross-reference table (7.5.4), the trailer (7.5.5), and between it and startxref a comment that holds the nonce. Everything the
    /// nonce could move lies before it. The comment also takes up what the digits of the table's offset leave free.
    /// </summary>
    /// <returns>The offset of the nonce.</returns>
    public int Close(string trailerEntries, ReadOnlySpan<byte> nonce)
    {
        var table = Position;
        var size = _offsets.Keys.Last() + 1;
        Text($"xref\n0 {size}\n0000000000 65535 f \n");
        foreach (var offset in _offsets.Values)
        {
            Text($"{offset:D10} 00000 n \n");
        }

        Text($"trailer\n<< /Size {size} /Root 1 0 R {trailerEntries}>>\n%lab");
        Text(new string(' ', FieldWidth + 1 - $"{table}".Length));
        var noncePosition = Position;
        Bytes(nonce);
        Text($"\nstartxref\n{table}\n%%EOF\n");
        return noncePosition;
    }

    private void Begin(int number)
    {
        _offsets.Add(number, Position);
        Text($"{number} 0 obj\n");
    }

    private void Text(string text)
    {
        if (destination is not null)
        {
            Encoding.Latin1.GetBytes(text, destination.AsSpan(Position));
        }

        Position += text.Length;
    }

    private void Bytes(ReadOnlySpan<byte> bytes)
    {
        if (destination is not null)
        {
            bytes.CopyTo(destination.AsSpan(Position));
        }

        Position += bytes.Length;
    }
}
