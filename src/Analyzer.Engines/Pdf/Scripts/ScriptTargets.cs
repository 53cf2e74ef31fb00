using Analyzer.Engines.Pdf.Lexing;
using Analyzer.Engines.Memory;

namespace Analyzer.Engines.Pdf.Scripts;

/// <summary>Knows which objects have been named as scripts, and which of them were read.</summary>
internal sealed class ScriptTargets
{
    private const int MaxTargets = 4096;
    private const int Wanted = 1;
    private const int Read = 2;

    private readonly IntTable _states = new(MaxTargets);
    private readonly PooledList<(int Target, ObjectPlace Place)> _named = new(capacity: 16);
    private readonly PlaceList _surplus = new();

    /// <summary>How many were named and not read.</summary>
    public long Missing => _states.CountOf(Wanted) + _surplus.Count;

    /// <summary>Where the first ones are named that were not read.</summary>
    public IEnumerable<ObjectPlace> MissingPlaces
    {
        get
        {
            if (Missing == 0)
            {
                return [];
            }

            var places = new PlaceList();
            foreach (var (target, place) in _named.Span)
            {
                if (_states.TryGet(target, out var state) && state == Wanted)
                {
                    places.Add(place);
                }
            }

            return places.Places.Concat(_surplus.Places);
        }
    }

    public bool Has(int number) => _states.TryGet(number, out _);

    /// <summary>Notes that an object has been named.</summary>
    /// <param name="place">Where it is named.</param>
    /// <returns>True for the first time.</returns>
    public bool Add(int number, in ObjectPlace place)
    {
        ref var state = ref _states.GetOrAdd(number, out var isFull);
        if (isFull)
        {
            _surplus.Add(place);
        }

        if (isFull || state != 0)
        {
            return false;
        }

        state = Wanted;
        _named.Add((number, place));
        return true;
    }

    /// <summary>Notes that an object that has been named was read.</summary>
    public void MarkRead(int number) => _states.GetOrAdd(number, out _) = Read;

    /// <summary>Makes it ready for another file.</summary>
    public void Clear()
    {
        _states.Clear();
        _named.Clear();
        _surplus.Clear();
    }
}
