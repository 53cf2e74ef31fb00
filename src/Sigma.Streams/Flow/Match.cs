using Sigma.Engine.Rules;
using Sigma.Streams.Alerts;

namespace Sigma.Streams.Flow;

/// <summary>A rule or correlation fired that correlations refer to.</summary>
/// <param name="Rule">The document; <see cref="SigmaDocument.Fingerprint"/> identifies its text.</param>
/// <param name="Time">The time of the event, or of its arrival.</param>
/// <param name="Event">Where it was read.</param>
/// <param name="Fields">The texts of the fields that correlations need, without those that the event lacks.</param>
internal sealed record Match(SigmaDocument Rule, DateTimeOffset Time, EventPlace Event, IReadOnlyDictionary<string, string> Fields)
{
    /// <summary>Where the match was read, if not where the event was: in a match log.</summary>
    public EventPlace? ReadAt { get; init; }
}
