using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Analyzer.Engines.Pdf.Lexing;

namespace Analyzer.Engines.Pdf.Objects;

/// <summary>Passes over one dictionary by its marks (<see cref="ObjectMarks"/>), unless it has to be read token by token.</summary>
/// <param name="bytes">They end with the object, or go on behind it.</param>
/// <param name="at">Behind the brackets that open the dictionary.</param>
/// <param name="countsPages">Whether the keyword /Page is counted here; at most one is noted.</param>
internal ref struct DictionarySkimmer(ReadOnlySpan<byte> bytes, int at, bool countsPages)
{
    private const int MaxDepth = 48;

    private readonly ReadOnlySpan<byte> _bytes = bytes;
    private ObjectMarks _marks = new(bytes, at);

    // One bit for each level that is open: 1 for a dictionary, 0 for an array.
    private ulong _levels = 1;
    private int _depth = 1;

    // Behind the last string, array or dictionary.
    private int _valueEnd = at;

    /// <summary>The offset of the name /Page; -1 when there is none, or it is not counted.</summary>
    public int Page { get; private set; } = -1;

    /// <summary>The object that follows this one in a list, or as an action; 0 for none.</summary>
    public int Next { get; private set; }

    /// <returns>The place behind the dictionary; when it has to be read token by token, the complement of what was looked at.</returns>
    public int Skim()
    {
        int at;
        while ((at = _marks.Next()) >= 0)
        {
            ref var mark = ref Unsafe.Add(ref MemoryMarshal.GetReference(_bytes), at);
            if (mark == '/')
            {
                if (WeightyNames.MayBe(ref Unsafe.Add(ref mark, 1)) && !SkimName(at))
                {
                    return ~at;
                }

                continue;
            }

            switch (mark)
            {
                case (byte)'<' when Unsafe.Add(ref mark, 1) == '<':
                    (_levels, _depth) = ((_levels << 1) | 1, _depth + 1);
                    _marks.SkipTo(at + 2);
                    break;
                case (byte)'[':
                    (_levels, _depth) = (_levels << 1, _depth + 1);
                    break;
                case (byte)']':
                    // A bracket of the other kind closes nothing.
                    if ((_levels & 1) == 0)
                    {
                        (_levels, _depth, _valueEnd) = (_levels >> 1, _depth - 1, at + 1);
                    }

                    break;
                case (byte)'>':
                    if (Unsafe.Add(ref mark, 1) == '>' && CloseDictionary(at + 2))
                    {
                        return at + 2;
                    }

                    break;
                case (byte)'(':
                case (byte)'<':
                    var end = mark == '(' ? SkimmedStrings.EndOfString(_bytes, at + 1) : SkimmedStrings.EndOfHexString(_bytes, at + 1);
                    if (end < 0)
                    {
                        return end;
                    }

                    _valueEnd = end;
                    _marks.SkipTo(end);
                    break;
                case (byte)')':
                    break;
                case (byte)'%' or (byte)'#':
                    return ~at;
                default:
                    // The object has no end of its own, unless the word only looks like it.
                    if (_bytes[at..].StartsWith("endobj"u8) || _bytes[at..].StartsWith("stream"u8) || mark == 'o')
                    {
                        return ~at;
                    }

                    break;
            }

            if (_depth > MaxDepth)
            {
                return ~at;
            }
        }

        return ~_bytes.Length;
    }

    /// <returns>Whether that was the end of the whole dictionary.</returns>
    private bool CloseDictionary(int end)
    {
        _marks.SkipTo(end);
        if ((_levels & 1) != 0)
        {
            (_levels, _depth, _valueEnd) = (_levels >> 1, _depth - 1, end);
        }

        return _depth == 0;
    }

    /// <returns>False when the object has to be read token by token because of this name.</returns>
    private bool SkimName(int solidus)
    {
        var end = PdfCharacters.EndOfToken(_bytes, solidus + 1);
        if (end == _bytes.Length)
        {
            return false;
        }

        var (name, keyword) = PdfNames.Find(_bytes[(solidus + 1)..end]);
        if (keyword == PdfKeyword.Page)
        {
            var isFirst = Page < 0;
            Page = countsPages ? solidus : -1;
            return isFirst;
        }

        if (keyword != PdfKeyword.None)
        {
            return false;
        }

        switch (WeightyNames.Of(name))
        {
            case Weight.Acts:
                return name == PdfName.Next && SkimNext(solidus, end);
            case Weight.Names:
                // Mostly the key has a number of flags.
                return HasDigit(end) && SkimmedLists.ReferenceAt(_bytes, end) == 0;
            case Weight.Type:
                return !HasDigit(end);
            default:
                return true;
        }
    }

    private bool HasDigit(int end)
    {
        var value = PdfCharacters.SkipWhiteSpace(_bytes, end);
        return value < _bytes.Length && char.IsAsciiDigit((char)_bytes[value]);
    }

    // The items of an outline, among others, refer to one another. It must be certain that the name is a key.
    private bool SkimNext(int solidus, int end)
    {
        if (Next != 0 || _depth > 1 || !SkimmedLists.EndsValue(_bytes[_valueEnd..solidus]))
        {
            return false;
        }

        Next = SkimmedLists.ReferenceAt(_bytes, end);
        return Next > 0;
    }
}
