using Analyzer.Core;

namespace Analyzer.Service.Features.Storage;

/// <summary>A store that <c>Analyzer:Store</c> can name, and what can be done with it before it is open. Keyed by that name.</summary>
internal interface IStoreKind
{
    /// <summary>Where the reports lie, as a person would say it.</summary>
    string Place { get; }

    /// <param name="use">What for.</param>
    /// <param name="observer">Told of every batch.</param>
    /// <exception cref="StoreRefusedException">What lies there is not ours, or in use.</exception>
    /// <exception cref="StoreUnavailableException">It cannot be opened now.</exception>
    IReportStore Open(StoreUse use, IStoreObserver? observer);

    /// <summary>For an export: beside a service that uses the store, too.</summary>
    /// <inheritdoc cref="Open"/>
    IReportReader OpenReader();

    /// <summary>Looks whether what is stored is sound.</summary>
    /// <returns>One sentence for each problem; empty when there is none.</returns>
    /// <inheritdoc cref="Open"/>
    Task<IReadOnlyList<string>> CheckAsync(CancellationToken cancellationToken);
}
