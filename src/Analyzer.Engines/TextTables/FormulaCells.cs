using System.Buffers;
using System.Text;
using Analyzer.Engines.Memory;

namespace Analyzer.Engines.TextTables;

/// <summary>
/// Finds the cells of a text that a spreadsheet program takes for formulas, as the text passes, and keeps the first of each effect.
/// </summary>
internal sealed class FormulaCells
{
    /// <summary>No formula of Excel is longer (Microsoft, "Excel specifications and limits").</summary>
    private const int MaxFormula = 8192;
    private const int MaxExcerpt = 128;

    private static readonly SearchValues<byte> Separators = SearchValues.Create("\r\n\t,;"u8);
    private static readonly SearchValues<byte> Before = SearchValues.Create(" \"'\0\r\n\t,;"u8);
    private static readonly SearchValues<byte> LineEnds = SearchValues.Create("\r\n"u8);

    private readonly PooledList<byte> _formula = new();
    private readonly (long Offset, string Excerpt)?[] _found = new (long, string)?[4];
    private State _state = State.Start;
    private long _start;

    private enum State
    {
        /// <summary>Between two separators.</summary>
        Cell,

        /// <summary>Behind a separator, blanks and quotes.</summary>
        Start,
        Formula,
    }

    /// <summary>Where a formula has the effect first, and how it begins; null when none has it.</summary>
    public (long Offset, string Excerpt)? this[FormulaEffect effect] => _found[(int)effect];

    /// <param name="text">The next bytes.</param>
    /// <param name="offset">Where they begin.</param>
    public void Read(ReadOnlySpan<byte> text, long offset)
    {
        while (!text.IsEmpty)
        {
            var taken = _state switch
            {
                State.Cell => ReadCell(text),
                State.Start => ReadStart(text, offset),
                _ => ReadFormula(text),
            };
            text = text[taken..];
            offset += taken;
        }
    }

    /// <summary>Ends where the text ends.</summary>
    public void Complete()
    {
        if (_state == State.Formula)
        {
            Judge();
        }
    }

    public void Clear()
    {
        _formula.Clear();
        Array.Clear(_found);
        (_state, _start) = (State.Start, 0);
    }

    private int ReadCell(ReadOnlySpan<byte> text)
    {
        var end = text.IndexOfAny(Separators);
        if (end < 0)
        {
            return text.Length;
        }

        _state = State.Start;
        return end + 1;
    }

    private int ReadStart(ReadOnlySpan<byte> text, long offset)
    {
        var at = text.IndexOfAnyExcept(Before);
        if (at < 0)
        {
            return text.Length;
        }

        if (text[at] is not ((byte)'=' or (byte)'+' or (byte)'-' or (byte)'@'))
        {
            _state = State.Cell;
            return at;
        }

        _state = State.Formula;
        _start = offset + at;
        return at;
    }

    // Other cells of the line count as a part of it: the separator may be one of its arguments'.
    private int ReadFormula(ReadOnlySpan<byte> text)
    {
        var end = text.IndexOfAny(LineEnds);
        var length = Math.Min(end < 0 ? text.Length : end, MaxFormula - _formula.Count);
        _formula.Append(text[..length]);
        if (length == end || _formula.Count == MaxFormula)
        {
            Judge();
            _state = State.Cell;
        }

        return length;
    }

    private void Judge()
    {
        if (_formula.Span.ContainsAny((byte)'|', (byte)'('))
        {
            var formula = Encoding.Latin1.GetString(_formula.Span);
            _found[(int)Formulas.Judge(formula)] ??= (_start, formula[..Math.Min(formula.Length, MaxExcerpt)]);
        }

        _formula.Empty();
    }
}
