namespace Analyzer.Service.Features.Metrics;

/// <summary>The calls of the service to its store.</summary>
internal enum StoreCall
{
    Save,
    Find,
    List,
    Delete,
    Prune,
}
