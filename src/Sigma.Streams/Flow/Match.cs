using Sigma.Engine.Rules;
using Sigma.Streams.Alerts;

namespace Sigma.Streams.Flow;

/// <summary>A rule, or a correlation, fired that correlations refer to.</summary>
/// <param name="Rule">By which correlations know it; <see cref="SigmaDocument.Fingerprint"/> tells one text of it from the next.</param>
/// <param name="Time">The time of the event, or its arrival's.</param>
/// <param name="Event">Where it was read.</param>
/// <param name="Fields">The texts of the fields that correlations ask for; those that the event lacks are left out.</param>
internal sealed record Match(SigmaDocument Rule, DateTimeOffset Time, EventPlace Event, IReadOnlyDictionary<string, string> Fields)
{
    /// <summary>Where it was read, when that is not where the event was: in a match log.</summary>
    public EventPlace? ReadAt { get; init; }
}
