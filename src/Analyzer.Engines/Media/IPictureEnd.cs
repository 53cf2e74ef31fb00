namespace Analyzer.Engines.Media;

/// <summary>Walks through a picture as it arrives, to where it ends.</summary>
internal interface IPictureEnd
{
    /// <summary>Takes the next bytes of the picture, and leaves those behind it.</summary>
    /// <returns>True when the picture has ended.</returns>
    bool Read(ref ReadOnlySpan<byte> bytes);
}
