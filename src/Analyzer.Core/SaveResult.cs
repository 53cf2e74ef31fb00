namespace Analyzer.Core;

public enum SaveOutcome
{
    Created,

    /// <summary>It was there already, from this engine or a newer one.</summary>
    Known,

    /// <summary>A report of an older engine was there and gave way.</summary>
    Replaced,
}

/// <param name="Stored">What the store holds now: the saved report, or with <see cref="SaveOutcome.Known"/> the earlier one.</param>
/// <param name="Json">The same as it holds it (<see cref="ReportJson"/>), made once for the store and the answer. Do not write to it.</param>
public readonly record struct SaveResult(SaveOutcome Outcome, AnalysisReport Stored, byte[] Json);
