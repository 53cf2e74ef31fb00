namespace Analyzer.Engines.Pdf;

/// <summary>How often something occurs, and where first: bytes from the start of the file; 0 when it does not occur.</summary>
internal readonly record struct Sighting(long Count, long Offset)
{
    public Sighting And(long offset) => new(Count + 1, Count == 0 ? offset : Offset);
}
