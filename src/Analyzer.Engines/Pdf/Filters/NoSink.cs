using Analyzer.Engines.Contract;

namespace Analyzer.Engines.Pdf.Filters;

/// <summary>Wants nothing.</summary>
internal sealed class NoSink : IByteSink
{
    public static readonly NoSink Instance = new();

    public bool Write(ReadOnlySpan<byte> bytes) => false;
}
