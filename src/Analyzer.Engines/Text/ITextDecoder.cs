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
}
