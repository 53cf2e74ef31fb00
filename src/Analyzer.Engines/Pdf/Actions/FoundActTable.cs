using Analyzer.Engines.Pdf.Lexing;

namespace Analyzer.Engines.Pdf.Actions;

/// <summary>What was seen of each kind of thing by each trigger.</summary>
/// <param name="kinds">The number of kinds.</param>
internal sealed class FoundActTable(int kinds)
{
    private readonly FoundAct?[] _foundActs = new FoundAct?[kinds * Triggers.Count];

    /// <summary>Null when there was none.</summary>
    public FoundAct? this[int kind, Trigger trigger] => _foundActs[(kind * Triggers.Count) + (int)trigger];

    /// <returns>The found acts to which this one belongs.</returns>
    public FoundAct Add(int kind, Trigger trigger, in ObjectPlace place)
    {
        var foundAct = _foundActs[(kind * Triggers.Count) + (int)trigger] ??= new();
        foundAct.Places.Add(place);
        return foundAct;
    }

    /// <summary>Makes it ready for another file.</summary>
    public void Clear() => Array.Clear(_foundActs);
}

/// <summary>What was seen of one kind by one trigger.</summary>
internal sealed class FoundAct
{
    public PlaceList Places { get; } = new();

    /// <summary>What to show of the first one; null when there is nothing.</summary>
    public string? Excerpt { get; set; }
}
