namespace Analyzer.Engines.Pdf.Objects;

/// <summary>Sees the bytes of a file as the scanner reads them, with what they are.</summary>
internal interface IScanWatch
{
    /// <summary>Bytes between objects.</summary>
    /// <param name="isFollowed">Whether an object begins behind them; else they may go on.</param>
    void Between(ReadOnlySpan<byte> bytes, bool isFollowed);

    /// <summary>An object begins that is read token by token.</summary>
    void BeginObject(int number);

    /// <summary>Bytes of that object, up to its end or the word <c>stream</c>.</summary>
    void Object(ReadOnlySpan<byte> bytes);

    /// <summary>The object has ended, or its stream begins.</summary>
    void EndObject();

    /// <summary>The bytes that were read last, each once.</summary>
    /// <param name="offset">Where they begin.</param>
    /// <param name="isData">Whether they are the data of a stream, or their end.</param>
    void Take(ReadOnlySpan<byte> bytes, long offset, bool isData);
}
