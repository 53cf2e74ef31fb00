namespace Load.Measuring.Findings;

/// <summary>A table as text: what console, Markdown and HTML print.</summary>
/// <param name="Headings">The heads of the columns.</param>
/// <param name="Lines">Each with a cell for every column.</param>
internal sealed record TextTable(IReadOnlyList<TextTable.Heading> Headings, IReadOnlyList<TextTable.Line> Lines)
{
    /// <param name="Text">Short.</param>
    /// <param name="IsText">Words stand to the left, numbers to the right.</param>
    /// <param name="Group">The heading that it shares with its neighbours; null when it shares none.</param>
    internal sealed record Heading(string Text, bool IsText = false, string? Group = null)
    {
        /// <summary>The heading where there is only one line for it.</summary>
        public string Whole => Group is null ? Text : $"{Group} {Text}";
    }

    /// <param name="Cells">One for each column.</param>
    /// <param name="Tone">How it is to be read.</param>
    /// <param name="Starts">Whether it begins something new: another subject than the line above.</param>
    internal sealed record Line(IReadOnlyList<string> Cells, LineTone Tone = LineTone.Plain, bool Starts = false);
}
