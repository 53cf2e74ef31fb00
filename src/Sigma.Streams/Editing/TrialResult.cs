using Sigma.Streams.RuleFiles;

namespace Sigma.Streams.Editing;

/// <param name="Problems">The problems of the rule.</param>
/// <param name="Events">The events in their order.</param>
/// <param name="Correlations">Correlations of the text that fired, over all events.</param>
internal sealed record TrialResult(
    IReadOnlyList<ProblemView> Problems, IReadOnlyList<TriedEvent> Events, IReadOnlyList<Firing> Correlations);

/// <param name="Problem">Why it is no event; null when it is one.</param>
/// <param name="Fires">The rules that fire.</param>
/// <param name="Explained">Lines that show the conditions as trees, if they were asked for.</param>
internal sealed record TriedEvent(string? Problem, IReadOnlyList<Firing> Fires, IReadOnlyList<string> Explained);

/// <param name="Title">The title of the rule.</param>
/// <param name="Fields">The values by which it fired.</param>
internal sealed record Firing(string Title, IReadOnlyDictionary<string, string> Fields);
