namespace Analyzer.Service.Features.Storage;

/// <summary>What a store is opened for.</summary>
internal enum StoreUse
{
    /// <summary>To answer: rather soon that it cannot than late.</summary>
    Serve,

    /// <summary>To take or give everything: large batches, and patience.</summary>
    Move,
}
