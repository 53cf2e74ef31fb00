using Analyzer.Engines.Contract;

namespace Analyzer.Engines.Pdf.Filters;

/// <summary>One filter of a stream: decodes what is written to it and writes the result to the next sink.</summary>
/// <remarks>The result does not depend on how the bytes are cut, also when they are broken.</remarks>
internal interface IDecoder : IByteSink
{
    /// <summary>True when the bytes so far are not what the filter expects.</summary>
    bool IsBroken { get; }

    /// <summary>True when bytes that are not broken tell that they are all, whatever length a dictionary promises.</summary>
    bool HasEnded { get; }

    /// <summary>Writes what is still held back, and frees what decoding needed.</summary>
    void Complete();
}
