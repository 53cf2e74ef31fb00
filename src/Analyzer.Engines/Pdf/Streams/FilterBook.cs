using Analyzer.Engines.Pdf.Filters;

namespace Analyzer.Engines.Pdf.Streams;

/// <summary>Remembers the objects that name filters, or hold a filter's parameters, for streams that refer to them.</summary>
/// <remarks>
/// A reader takes the revision of an object that the cross-references point to, which may be any. So an object that is more than one thing
/// in the file says nothing, and a stream that was decoded by what such an object said before counts as not decoded.
/// </remarks>
internal sealed class FilterBook
{
    public const int MaxObjects = 256;

    private readonly Dictionary<int, Entry> _entries = [];

    /// <summary>Object streams that were decoded by the word of an object that says something else elsewhere.</summary>
    public int DoubtfulObjectStreams => SumOfDoubtful(static entry => entry.ObjectStreams);

    /// <summary>Scripts, and forms that hold scripts, of which the same is true.</summary>
    public int DoubtfulScripts => SumOfDoubtful(static entry => entry.Scripts);

    /// <summary>An object begins.</summary>
    public void Object(int number)
    {
        if (_entries.Count > 0 && _entries.TryGetValue(number, out var entry))
        {
            entry.Revisions++;
        }
    }

    /// <summary>The object names filters.</summary>
    /// <param name="mayBeOther">Whether an earlier revision may have been something else.</param>
    public void Note(int number, in StreamFilters names, bool mayBeOther)
    {
        var kinds = new FilterKind[Math.Min(names.Count, FilterChain.MaxDepth + 1)];
        for (var i = 0; i < kinds.Length; i++)
        {
            kinds[i] = i < FilterChain.MaxDepth ? names[i].Kind : FilterKind.Unknown;
        }

        Note(number, new Entry(kinds, null), mayBeOther);
    }

    /// <summary>The object holds a filter's parameters.</summary>
    /// <param name="mayBeOther">Whether an earlier revision may have been something else.</param>
    public void Note(int number, DecodeParameters parameters, bool mayBeOther) => Note(number, new Entry([], parameters), mayBeOther);

    /// <summary>Replaces references by what the objects say that were seen so far; what is not known stays unknown.</summary>
    public StreamFilters Resolve(in StreamFilters declared, StreamUse use)
    {
        if (!declared.HasReferences || declared.Count > FilterChain.MaxDepth)
        {
            return declared;
        }

        var resolved = default(StreamFilters);
        for (var i = 0; i < declared.Count; i++)
        {
            IReadOnlyList<FilterKind> kinds = declared[i].Object == 0 ? [declared[i].Kind]
                : Find(declared[i].Object, use) is { Names: { Count: > 0 } names } ? names
                : [FilterKind.Unknown];
            foreach (var kind in kinds)
            {
                resolved.Add(kind);
            }
        }

        for (var i = 0; i < FilterChain.MaxDepth; i++)
        {
            var parameters = declared[i].Parameters;
            var known = parameters.Object > 0 ? Find(parameters.Object, use)?.Parameters : null;
            resolved.SetParameters(i, known ?? parameters);
        }

        return resolved;
    }

    /// <summary>Makes it ready for another file.</summary>
    public void Clear() => _entries.Clear();

    private int SumOfDoubtful(Func<Entry, int> count) =>
        _entries.Count == 0 ? 0 : _entries.Values.Where(static entry => !entry.IsCertain).Sum(count);

    private void Note(int number, Entry entry, bool mayBeOther)
    {
        if (_entries.TryGetValue(number, out var known))
        {
            known.Equal += known.SaysTheSame(entry) ? 1 : 0;
        }
        else if (_entries.Count < MaxObjects)
        {
            entry.Revisions += mayBeOther ? 1 : 0;
            _entries.Add(number, entry);
        }
    }

    private Entry? Find(int number, StreamUse use)
    {
        if (!_entries.TryGetValue(number, out var entry) || !entry.IsCertain)
        {
            return null;
        }

        entry.ObjectStreams += use.Has(StreamUse.ObjectStream) ? 1 : 0;
        entry.Scripts += (use & (StreamUse.Script | StreamUse.Form)) != 0 ? 1 : 0;
        return entry;
    }

    private sealed record Entry(IReadOnlyList<FilterKind> Names, DecodeParameters? Parameters)
    {
        public int Revisions { get; set; } = 1;

        /// <summary>The revisions that say the same as the first one.</summary>
        public int Equal { get; set; } = 1;

        public int ObjectStreams { get; set; }

        public int Scripts { get; set; }

        public bool IsCertain => Revisions == Equal;

        public bool SaysTheSame(Entry other) => Names.SequenceEqual(other.Names) && Parameters == other.Parameters;
    }
}
