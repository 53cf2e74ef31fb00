namespace Load.Results.Summary;

/// <summary>A sentence of a run's answer, and the intervals that support it.</summary>
/// <param name="Text">As a person reads it.</param>
/// <param name="Claims">Empty only where the sentence says that there is no answer.</param>
internal sealed record SummarySentence(string Text, IReadOnlyList<SummaryClaim> Claims);

/// <summary>A figure of a sentence with its 95 % interval.</summary>
/// <param name="Figure">Such as <c>CPU per request</c>.</param>
/// <param name="Rows">The name of the row, what several rows have in common, or how many there are.</param>
/// <param name="Variant">The value of the compared dimension, or the row's name.</param>
/// <param name="Of">What it is set against: another value, or another row; absent for a figure by itself.</param>
/// <param name="Value">The ratio of the two, or the figure itself.</param>
/// <param name="Low">Lower end of the interval.</param>
/// <param name="High">Upper end of the interval.</param>
/// <param name="IsShown">Whether the repeats show a difference; for all but promises, all claims of its kind taken together.</param>
internal sealed record SummaryClaim(
    string Figure, string Rows, string Variant, string? Of, double Value, double Low, double High, bool IsShown);
