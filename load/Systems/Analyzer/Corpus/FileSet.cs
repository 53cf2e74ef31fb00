namespace Load.Systems.Analyzer.Corpus;

/// <summary>Files that the requests of a row go through in turn, so that every transport gets the same mix.</summary>
/// <param name="label">The size, or where they come from.</param>
/// <param name="files">At least one.</param>
internal sealed class FileSet(string label, IReadOnlyList<SourceFile> files)
{
    public string Label => label;

    public IReadOnlyList<SourceFile> Files => files;

    /// <summary>Bytes.</summary>
    public double MeanSize => files.Average(file => (double)file.Known.Size);

    public SourceFile At(long ordinal) => files[(int)(ordinal % files.Count)];
}
