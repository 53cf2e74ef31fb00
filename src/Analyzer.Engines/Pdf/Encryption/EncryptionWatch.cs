using Analyzer.Engines.Pdf.Objects;

namespace Analyzer.Engines.Pdf.Encryption;

/// <summary>Watches a file for how it is encrypted, and holds its bytes back until that is known.</summary>
internal sealed class EncryptionWatch : IScanWatch
{
    public EncryptionFinder Finder { get; } = new();

    public HoldBack HoldBack { get; } = new();

    public void Between(ReadOnlySpan<byte> bytes, bool isFollowed)
    {
        Finder.Between(bytes, isFollowed);
        HoldBack.KeepsAll = Finder.Dictionary is not null;
    }

    public void BeginObject(int number) => Finder.BeginObject(number);

    public void Object(ReadOnlySpan<byte> bytes) => Finder.AddToObject(bytes);

    public void EndObject()
    {
        Finder.EndObject();
        HoldBack.KeepsAll = Finder.Dictionary is not null;
    }

    public void Take(ReadOnlySpan<byte> bytes, long offset, bool isData) => HoldBack.Take(bytes, offset, isData);

    /// <summary>Makes it ready for another file.</summary>
    public void Clear()
    {
        Finder.Clear();
        HoldBack.Clear();
    }
}
