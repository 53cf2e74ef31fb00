namespace Analyzer.Engines.Text;

/// <summary>
/// Looks in a text for an object of a PDF, such as <c>12 0 obj</c>, and for what ends one: <c>startxref 9</c>, <c>trailer &lt;&lt;</c>.
/// </summary>
/// <remarks>
/// Any white space and any delimiter (ISO 32000-2, 7.2.3) may stand before the number, which <c>\n</c> in a program's string is not.
/// Where a table of objects leads, anything may; such a file has an end.
/// </remarks>
internal sealed class ObjectStartSearch
{
    // What has been seen: white space or a delimiter, a number, white space, a number, white space, and the letters of the word.
    private const int Start = 0;
    private const int Number = 1;
    private const int Gap = 2;
    private const int Generation = 3;
    private const int Word = 4;
    private const int Other = -1;

    private readonly EndSearch _table = new("startxref", "0");
    private readonly EndSearch _trailer = new("trailer", "<<");
    private int _state;

    public bool HasFound { get; private set; }

    public void Read(ReadOnlySpan<byte> text)
    {
        foreach (var letter in text)
        {
            _state = Next(letter);
            HasFound |= _state == Word + 3 | _table.Finds(letter) | _trailer.Finds(letter);
        }
    }

    public void Clear()
    {
        (_state, HasFound) = (Start, false);
        _table.Clear();
        _trailer.Clear();
    }

    private static bool IsSpace(byte letter) => letter is 0 or 9 or 10 or 12 or 13 or 32;

    private int Next(byte letter) => (_state, letter) switch
    {
        (Number or Gap, _) when IsSpace(letter) => Gap,
        (Generation or Word, _) when IsSpace(letter) => Word,
        _ when IsSpace(letter) => Start,
        (_, (byte)'(' or (byte)')' or (byte)'<' or (byte)'>' or (byte)'[' or (byte)']') => Start,
        (_, (byte)'{' or (byte)'}' or (byte)'/' or (byte)'%') => Start,
        (Start or Number, >= (byte)'0' and <= (byte)'9') => Number,
        (Gap or Generation or Word, >= (byte)'0' and <= (byte)'9') => Generation,
        (Generation or Word, (byte)'o') => Word + 1,
        (Word + 1, (byte)'b') or (Word + 2, (byte)'j') => _state + 1,
        _ => Other,
    };

    /// <summary>Looks for a word with something behind it, with or without white space between.</summary>
    /// <param name="next">A zero is any digit.</param>
    private sealed class EndSearch(string word, string next)
    {
        private readonly string _all = word + next;
        private int _at;

        public bool Finds(byte letter)
        {
            if (_at == word.Length && IsSpace(letter))
            {
                return false;
            }

            var wanted = char.IsAsciiDigit((char)letter) ? '0' : (char)letter;
            _at = wanted == _all[_at] ? _at + 1 : wanted == _all[0] ? 1 : 0;
            if (_at < _all.Length)
            {
                return false;
            }

            _at = 0;
            return true;
        }

        public void Clear() => _at = 0;
    }
}
