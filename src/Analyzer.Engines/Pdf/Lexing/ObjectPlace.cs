using Analyzer.Core;

namespace Analyzer.Engines.Pdf.Lexing;

/// <summary>Where something is.</summary>
/// <param name="Offset">Bytes from the start of the file; for what is inside an object stream, those of its object.</param>
/// <param name="Object">The object's number; 0 when it is in none.</param>
/// <param name="Container">The number of the object stream that it is inside; 0 when it is in none.</param>
internal readonly record struct ObjectPlace(long Offset, int Object, int Container)
{
    /// <summary>What a trailer has in place of an object's number: no document has so many objects.</summary>
    public const int Trailer = int.MaxValue - 1;

    /// <summary>The place of a part of the object; inside an object stream no part has an offset of its own.</summary>
    public ObjectPlace At(long offset) => Container == 0 ? this with { Offset = offset } : this;

    /// <summary>The place as a report tells it.</summary>
    public Place ToPlace() => new(Offset, Object is 0 or Trailer ? null : Object, Container == 0 ? null : Container);
}
