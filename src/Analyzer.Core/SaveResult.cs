namespace Analyzer.Core;

/// <summary>What a save did to the store.</summary>
public enum SaveOutcome
{
    /// <summary>The store had no report of the file. It holds this one now.</summary>
    Created,

    /// <summary>The store had a report that this one does not replace. It keeps that report, and this one is dropped.</summary>
    Known,

    /// <summary>The store had a report that this one replaces (<see cref="ReportPrecedence"/>). It holds this one instead now.</summary>
    Replaced,
}

/// <summary>What a save did, and what the store holds after it.</summary>
/// <param name="Stored">What the store holds now: the saved report, or with <see cref="SaveOutcome.Known"/> the earlier one.</param>
public readonly record struct SaveResult(SaveOutcome Outcome, StoredReport Stored);
