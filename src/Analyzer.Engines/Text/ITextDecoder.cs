namespace Analyzer.Engines.Text;

internal enum DecodedLetter
{
    /// <summary>The letter completes no byte.</summary>
    Nothing,
    Byte,

    /// <summary>The letter does not belong to the encoded text.</summary>
    End,
}

/// <summary>Decodes text to bytes, letter by letter.</summary>
internal interface ITextDecoder
{
    void Begin();

    DecodedLetter Take(byte letter, out byte decoded);

    /// <summary>Decodes many letters at once, where nothing but letters stands.</summary>
    /// <param name="decoded">Takes the bytes.</param>
    /// <param name="length">How many bytes they are.</param>
    /// <returns>How many letters they were; those behind them are to be taken one by one.</returns>
    int TakeRun(ReadOnlySpan<byte> letters, Span<byte> decoded, out int length)
    {
        length = 0;
        return 0;
    }
}
