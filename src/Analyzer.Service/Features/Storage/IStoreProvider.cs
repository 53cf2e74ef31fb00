using Analyzer.Core;
using Batching;

namespace Analyzer.Service.Features.Storage;

/// <summary>Opens and checks a store that <see cref="StorageOptions.Store"/> can name. Keyed by that name.</summary>
internal interface IStoreProvider
{
    /// <summary>The place of the reports, in words for a person.</summary>
    string Place { get; }

    /// <param name="purpose">Decides about batches and patience.</param>
    /// <param name="observer">Is told of every batch.</param>
    /// <exception cref="StoreRefusedException">The place holds something that is not ours, or is in use.</exception>
    /// <exception cref="StoreUnavailableException">It cannot be opened now.</exception>
    IReportStore Open(StorePurpose purpose, IBatchObserver? observer);

    /// <summary>Opens the store for reading: an export works beside a service that uses it, too.</summary>
    /// <inheritdoc cref="Open"/>
    IReportReader OpenReader();

    /// <summary>Checks whether the stored reports are sound.</summary>
    /// <inheritdoc cref="Open"/>
    Task<StoreCheck> CheckAsync(CancellationToken cancellationToken);
}

/// <summary>The result of a check.</summary>
/// <param name="Problems">One sentence for each; empty when there is none.</param>
/// <param name="WithoutChecksum">Reports that an earlier version stored without a checksum, so that they cannot be checked.</param>
internal sealed record StoreCheck(IReadOnlyList<string> Problems, long WithoutChecksum = 0);

/// <summary>The purpose of opening a store.</summary>
internal enum StorePurpose
{
    /// <summary>To serve: an early refusal is better than a late answer.</summary>
    Serve,

    /// <summary>To import or export everything: large batches, and patience.</summary>
    Bulk,
}
