namespace Analyzer.Engines.Ole;

/// <summary>
/// Walks through the records of a formula as the old editor reads them (MTEF, version 3), for those that it has no room for. Lists inside
/// records need no recursion: their records follow, and a record of its own ends each. Behind the end of the outermost list, anything may
/// follow to fill the stream: 9 of 214 formulas of real documents have bytes there that begin no record.
/// </summary>
internal ref struct EquationRecords(ReadOnlySpan<byte> rest)
{
    /// <summary>Version, platform, product, and its version in two bytes.</summary>
    private const int HeaderLength = 5;

    /// <summary>
    /// Two bits for each line between rows or columns fill eight bytes then; the editor has no more (CVE-2018-0798), and offers no more.
    /// </summary>
    private const int MaxRowsOrColumns = 31;

    /// <summary>A font's name of Windows (LF_FACESIZE), which the editor copies whole (CVE-2017-11882, CVE-2018-0802).</summary>
    private const int MaxNameLength = 31;

    private const byte Moved = 0x80;
    private const byte IsEmpty = 0x10;
    private const byte IsEmbellished = 0x20;
    private const byte HasRuler = 0x20;
    private const byte HasSpacing = 0x40;

    private const int ShortNudges = 128;
    private const int OwnSize = 101;
    private const int OtherSize = 100;

    private ReadOnlySpan<byte> _rest = rest;
    private int _open;
    private bool _hasEnded;

    private enum Record
    {
        End,
        Line,
        Character,
        Template,
        Pile,
        Matrix,
        Embellishment,
        Ruler,
        Font,
        Size,
        Full,
        Sub,
        Sub2,
        Symbol,
        SubSymbol,
    }

    /// <param name="records">With their header.</param>
    /// <returns>False when a record is too large for the editor, or one before the end is none.</returns>
    public static bool AreOrdinary(ReadOnlySpan<byte> records)
    {
        if (records.Length < HeaderLength)
        {
            return false;
        }

        var reader = new EquationRecords(records[HeaderLength..]);
        while (!reader._rest.IsEmpty)
        {
            if (!reader.TryRead())
            {
                return false;
            }
        }

        return true;
    }

    // One that is cut is no danger.
    private bool TryRead()
    {
        var tag = Take();
        var record = (Record)(tag & 0x0F);
        if ((tag & Moved) != 0 && record is >= Record.Line and <= Record.Embellishment && Take() == ShortNudges & Take() == ShortNudges)
        {
            Skip(4);
        }

        switch (record)
        {
            case Record.Line:
                Skip((tag & HasSpacing) != 0 ? 1 : 0);
                SkipRuler(tag);
                _open += (tag & IsEmpty) != 0 ? 0 : 1;
                return true;
            case Record.Character:
                Skip(3);
                _open += (tag & IsEmbellished) != 0 ? 1 : 0;
                return true;
            case Record.Template:
                Skip(3);
                _open++;
                return true;
            case Record.Pile:
                Skip(2);
                SkipRuler(tag);
                _open++;
                return true;
            case Record.Matrix:
                _open++;
                return TryReadMatrix();
            case Record.Embellishment:
                Skip(1);
                return true;
            case Record.Ruler:
                SkipStops();
                return true;
            case Record.Font:
                return TryReadFont();
            case Record.Size:
                Skip(Take() switch { OwnSize => 2, OtherSize => 3, _ => 1 });
                return true;
            case Record.End:
                _hasEnded |= _open == 0;
                _open -= _open > 0 ? 1 : 0;
                return true;
            case >= Record.Full and <= Record.SubSymbol:
                return true;
            default:
                _rest = [];
                return _hasEnded;
        }
    }

    private bool TryReadMatrix()
    {
        Skip(3);
        var (rows, columns) = (Take(), Take());
        Skip(PartsOf(rows) + PartsOf(columns));
        return rows <= MaxRowsOrColumns && columns <= MaxRowsOrColumns;

        static int PartsOf(int lines) => ((2 * (lines + 1)) + 7) / 8;
    }

    private bool TryReadFont()
    {
        Skip(2);
        var end = _rest.IndexOf((byte)0);
        var length = end < 0 ? _rest.Length : end;
        Skip(length + 1);
        return length <= MaxNameLength;
    }

    private void SkipRuler(int tag)
    {
        if ((tag & HasRuler) != 0 && (Take() & 0x0F) == (int)Record.Ruler)
        {
            SkipStops();
        }
    }

    private void SkipStops() => Skip(3 * Take());

    private int Take()
    {
        var value = _rest.IsEmpty ? 0 : _rest[0];
        Skip(1);
        return value;
    }

    private void Skip(int count) => _rest = _rest[Math.Min(count, _rest.Length)..];
}
