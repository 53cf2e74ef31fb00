using Sigma.Streams.Alerts;
using Sigma.Streams.Flow;
using Sigma.Streams.Judging;

namespace Sigma.Streams.Correlating;

/// <summary>
/// Evaluates correlations over matches, and stores the positions of sources that leave this to the service. For one caller at a time.
/// </summary>
internal interface ICorrelating
{
    /// <summary>The last stored positions.</summary>
    IReadOnlyList<StreamPosition> Positions { get; }

    /// <summary>Why matches cannot be stored now; null if they can.</summary>
    string? Failure { get; }

    /// <summary>Its memory and counts; for any thread.</summary>
    CorrelationCounts Counts { get; }

    /// <summary>Uses changed rules; unchanged correlations keep their state.</summary>
    void Use(RuleIndex rules);

    /// <summary>Adds matches, in the same order as when the match log is read again.</summary>
    /// <returns>The alerts. A crash before <see cref="CommitAsync"/> undoes all of it: the sources read the same again.</returns>
    ValueTask<IReadOnlyList<Alert>> AddAsync(IReadOnlyList<Match> matches, CancellationToken cancellationToken);

    /// <summary>Advances the time without matches: windows end.</summary>
    ValueTask<IReadOnlyList<Alert>> PassAsync(CancellationToken cancellationToken);

    /// <summary>Stores that the alerts of all added matches were delivered, and where the sources continue.</summary>
    ValueTask CommitAsync(IReadOnlyList<StreamPosition> positions, CancellationToken cancellationToken);
}
