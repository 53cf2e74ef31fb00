using Analyzer.Engines.Pdf.Lexing;

namespace Analyzer.Engines.Pdf.Objects;

/// <summary>Takes the data of the streams of a file.</summary>
internal interface IStreams
{
    /// <summary>The data of a stream follow.</summary>
    /// <param name="offset">Where the data begin.</param>
    void BeginStream(StreamDictionary dictionary, in ObjectPlace place, long offset);

    /// <summary>Whether the dictionary of an object's stream has to be read before its data.</summary>
    bool NeedsDictionary(int number);

    /// <summary>The data follow of a stream whose dictionary was not read.</summary>
    /// <param name="dictionary">Its bytes.</param>
    void BeginStream(StreamKind kind, ReadOnlySpan<byte> dictionary, in ObjectPlace place);

    /// <summary>Whether the data are read as objects as they lie there.</summary>
    bool ReadsObjects => false;

    /// <summary>Whether the objects at an offset are judged by themselves: an embedded document lies there.</summary>
    bool AreJudgedAt(long offset) => false;

    void AddToStream(ReadOnlySpan<byte> bytes);

    /// <summary>The data are followed by a line end, of which it is not certain that it does not belong to them.</summary>
    void AddLineEnd(ReadOnlySpan<byte> lineEnd)
    {
    }

    /// <summary>The data have ended.</summary>
    /// <param name="isWhole">False when the file ended first.</param>
    void EndStream(bool isWhole);
}
