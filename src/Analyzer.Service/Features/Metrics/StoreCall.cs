namespace Analyzer.Service.Features.Metrics;

/// <summary>What the service asked of its store.</summary>
internal enum StoreCall
{
    Save,
    Find,
    List,
}
