namespace Load.Measuring.Findings;

/// <summary>A part of a report.</summary>
/// <param name="Title">Short.</param>
/// <param name="Explanation">A sentence or two before the table.</param>
/// <param name="Table">The content.</param>
internal sealed record ReportSection(string Title, string Explanation, TextTable Table)
{
    /// <summary>Whether it sets figures that others published beside those of the run.</summary>
    public bool IsPublished { get; init; }

    /// <summary>Conclusions, each a sentence.</summary>
    public IReadOnlyList<string> Sentences { get; init; } = [];
}
