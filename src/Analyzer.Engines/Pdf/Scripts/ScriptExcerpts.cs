namespace Analyzer.Engines.Pdf.Scripts;

/// <summary>Keeps the text around the first places of each mark: which of them is told depends on what leads to the scripts.</summary>
internal sealed class ScriptExcerpts(int marks)
{
    private const int MaxKept = 16;

    private readonly List<(int Script, string Text)>?[] _kept = new List<(int, string)>?[marks];

    public bool HasRoom(int mark) => _kept[mark] is not { Count: >= MaxKept };

    /// <param name="script">The number of the script, counted as its marks are.</param>
    public void Add(int mark, int script, string text) => (_kept[mark] ??= []).Add((script, text));

    /// <returns>Null when it was not kept.</returns>
    public string? Find(int mark, int script)
    {
        foreach (var (number, text) in _kept[mark] ?? [])
        {
            if (number == script)
            {
                return text;
            }
        }

        return null;
    }

    /// <summary>Makes it ready for another file.</summary>
    public void Clear() => Array.Clear(_kept);
}
