using Analyzer.Engines.Pdf.Lexing;
using Analyzer.Engines.Pdf.Objects;

namespace Analyzer.Engines.Pdf.Encryption;

/// <summary>Tells which streams' data are held back, and passes everything on.</summary>
internal sealed class HeldStreams(IStreams streams, HoldBack holdBack) : IStreams
{
    public bool ReadsObjects => streams.ReadsObjects;

    public bool AreJudgedAt(long offset) => streams.AreJudgedAt(offset);

    public bool NeedsDictionary(int number) => streams.NeedsDictionary(number);

    public void BeginStream(StreamDictionary dictionary, in ObjectPlace place, long offset)
    {
        holdBack.BeginStream(dictionary.Kind, mayBePlain: dictionary.CryptFilter is not null);
        streams.BeginStream(dictionary, place, offset);
    }

    public void BeginStream(StreamKind kind, ReadOnlySpan<byte> dictionary, in ObjectPlace place)
    {
        holdBack.BeginStream(kind, mayBePlain: dictionary.IndexOf("/Crypt"u8) >= 0);
        streams.BeginStream(kind, dictionary, place);
    }

    public void AddToStream(ReadOnlySpan<byte> bytes)
    {
        holdBack.AddToStream(bytes);
        streams.AddToStream(bytes);
    }

    public void AddLineEnd(ReadOnlySpan<byte> lineEnd) => streams.AddLineEnd(lineEnd);

    public void EndStream(bool isWhole)
    {
        holdBack.EndStream();
        streams.EndStream(isWhole);
    }
}
