using Analyzer.Engines.Pdf.Lexing;

namespace Analyzer.Engines.Pdf.Actions;

/// <summary>What was seen of each kind of thing by each trigger.</summary>
/// <param name="kinds">The number of kinds.</param>
internal sealed class SightingTable(int kinds)
{
    private readonly Sighting?[] _sightings = new Sighting?[kinds * Triggers.Count];

    /// <summary>Null when there was none.</summary>
    public Sighting? this[int kind, Trigger trigger] => _sightings[(kind * Triggers.Count) + (int)trigger];

    /// <returns>The sightings to which this one belongs.</returns>
    public Sighting Add(int kind, Trigger trigger, in ObjectPlace place)
    {
        var sighting = _sightings[(kind * Triggers.Count) + (int)trigger] ??= new();
        sighting.Places.Add(place);
        return sighting;
    }

    /// <summary>Makes it ready for another file.</summary>
    public void Clear() => Array.Clear(_sightings);
}

/// <summary>What was seen of one kind by one trigger.</summary>
internal sealed class Sighting
{
    public PlaceList Places { get; } = new();

    /// <summary>What to show of the first one; null when there is nothing.</summary>
    public string? Excerpt { get; set; }
}
