namespace Analyzer.Engines.Contract;

/// <summary>Takes decoded bytes as they come.</summary>
internal interface IByteSink
{
    /// <summary>Takes the next bytes; keeps no reference to them.</summary>
    /// <returns>False when no further bytes are wanted.</returns>
    bool Write(ReadOnlySpan<byte> bytes);
}
