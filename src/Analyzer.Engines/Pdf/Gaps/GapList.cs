using Analyzer.Core;
using Analyzer.Engines.Contract;
using Analyzer.Engines.Pdf.Lexing;

namespace Analyzer.Engines.Pdf.Gaps;

/// <summary>What was left out of an examination: one reason for each kind of thing, with their number and the first places.</summary>
internal sealed class GapList
{
    private readonly List<UnableReason> _reasons = [];

    public IReadOnlyList<UnableReason> Reasons => _reasons;

    /// <summary>Adds nothing when the list of places is empty.</summary>
    public void Add(Gap gap, PlaceList places) => Add(gap, places.Count, places.Places);

    /// <param name="count">How many distinct things; 0 adds nothing.</param>
    /// <param name="places">The first of them, as far as they are known.</param>
    public void Add(Gap gap, long count, IEnumerable<ObjectPlace>? places = null)
    {
        if (count == 0)
        {
            return;
        }

        List<Place> first = [.. (places ?? []).Distinct().OrderBy(place => place.Offset).Take(PlaceList.MaxPlaces).Select(
            place => place.ToPlace())];
        _reasons.Add(gap.Seen(count, first.Count == 0 ? null : first));
    }
}
