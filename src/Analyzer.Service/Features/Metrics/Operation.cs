namespace Analyzer.Service.Features.Metrics;

/// <summary>What a client asked for.</summary>
internal enum Operation
{
    Submit,
    Lookup,
    List,
}
