using Sigma.Streams.Alerts;
using Sigma.Streams.Flow;
using Sigma.Streams.Judging;

namespace Sigma.Streams.Correlating;

/// <summary>
/// Evaluates correlations over what rules matched, and keeps the positions of sources that leave that to the service. One caller at a time.
/// </summary>
internal interface ICorrelating
{
    /// <summary>The positions that were kept last.</summary>
    IReadOnlyList<StreamPosition> Positions { get; }

    /// <summary>Why matches cannot be kept now; null when they can.</summary>
    string? Failure { get; }

    /// <summary>What it holds; any thread may ask.</summary>
    CorrelationCounts Counts { get; }

    /// <summary>Takes other rules over; what unchanged correlations know stays.</summary>
    void Use(RuleIndex rules);

    /// <summary>Counts matches, in an order that a fold over the match log has too.</summary>
    /// <returns>What fires. Until <see cref="CommitAsync"/> a crash undoes all of it: the sources read the same again.</returns>
    ValueTask<IReadOnlyList<Alert>> AddAsync(IReadOnlyList<Match> matches, CancellationToken cancellationToken);

    /// <summary>Time passes without matches: windows end.</summary>
    ValueTask<IReadOnlyList<Alert>> PassAsync(CancellationToken cancellationToken);

    /// <summary>Keeps that alerts were delivered for all that was added, and where sources go on.</summary>
    ValueTask CommitAsync(IReadOnlyList<StreamPosition> positions, CancellationToken cancellationToken);
}
