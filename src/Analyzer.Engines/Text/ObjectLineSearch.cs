namespace Analyzer.Engines.Text;

/// <summary>Looks for a line that begins with an object of a PDF: <c>12 0 obj</c>.</summary>
internal sealed class ObjectLineSearch
{
    // What has been seen of the line: blanks, a number, blanks, a number, blanks, and the letters of the word.
    private const int Number = 1;
    private const int Gap = 2;
    private const int Generation = 3;
    private const int Word = 4;
    private const int Other = -1;

    private int _state;

    public bool HasFound { get; private set; }

    public void Read(ReadOnlySpan<byte> text)
    {
        foreach (var letter in text)
        {
            _state = letter is (byte)'\r' or (byte)'\n' ? 0 : _state == Other ? Other : Next(letter);
            HasFound |= _state == Word + 3;
        }
    }

    public void Clear() => (_state, HasFound) = (0, false);

    private int Next(byte letter) => (_state, letter) switch
    {
        (0 or Gap or Word, (byte)' ' or (byte)'\t') => _state,
        (0 or Number, >= (byte)'0' and <= (byte)'9') => Number,
        (Gap or Generation, >= (byte)'0' and <= (byte)'9') => Generation,
        (Number, (byte)' ' or (byte)'\t') => Gap,
        (Generation, (byte)' ' or (byte)'\t') => Word,
        (Word, (byte)'o') or (Word + 1, (byte)'b') or (Word + 2, (byte)'j') => _state + 1,
        (Word + 3, _) => Other,
        _ => Other,
    };
}
