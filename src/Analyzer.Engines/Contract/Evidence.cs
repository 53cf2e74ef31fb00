using Analyzer.Core;

namespace Analyzer.Engines.Contract;

/// <summary>Collects what an engine finds and what it misses in one file, each kind once, with its count and its first places.</summary>
internal sealed class Evidence
{
    private const int MaxPlaces = 16;
    private const int MaxExcerpt = 128;

    private readonly List<Seen<EngineRule>> _found = [];
    private readonly List<Seen<Gap>> _missed = [];

    /// <summary>How often something was found or missed.</summary>
    public long Notes { get; private set; }

    /// <param name="rule">What was found.</param>
    /// <param name="offset">Bytes from the start of the engine's file.</param>
    /// <param name="excerpt">Shown of the first one: text that strangers wrote, cut after 128 characters.</param>
    public void Find(EngineRule rule, long offset = 0, string? excerpt = null) => Note(_found, rule, offset, excerpt);

    public void Miss(Gap gap, long offset = 0) => Note(_missed, gap, offset, null);

    public bool Has(EngineRule rule) => _found.Exists(seen => seen.What == rule);

    public bool Has(Gap gap) => _missed.Exists(seen => seen.What == gap);

    /// <summary>Judges by the points, and below those by whether anything was missed.</summary>
    public Assessment Assess(string mediaType)
    {
        List<Finding> findings = _found.ConvertAll(seen =>
            new Finding(seen.What.Id, seen.What.Points, seen.Count, seen.Places[0].Offset, seen.What.Reason)
            {
                Places = seen.Places,
                Excerpt = seen.Excerpt,
            });
        return Assessment.Of(mediaType, findings, _missed.ConvertAll(seen => seen.What.Seen(seen.Count, seen.Places)));
    }

    /// <summary>Makes it ready for another file.</summary>
    public void Clear()
    {
        Notes = 0;
        _found.Clear();
        _missed.Clear();
    }

    private void Note<T>(List<Seen<T>> list, T what, long offset, string? excerpt)
        where T : class
    {
        Notes++;
        var seen = list.Find(seen => ReferenceEquals(seen.What, what));
        if (seen is null)
        {
            list.Add(seen = new(what, excerpt is null ? null : PlainText.Of(excerpt, MaxExcerpt)));
        }

        seen.Count++;
        if (seen.Places.Count < MaxPlaces)
        {
            seen.Places.Add(new(offset));
        }
    }

    private sealed class Seen<T>(T what, string? excerpt)
    {
        public T What => what;

        public string? Excerpt => excerpt;

        public long Count { get; set; }

        public List<Place> Places { get; } = [];
    }
}
