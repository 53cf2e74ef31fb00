namespace Analyzer.Engines.Pdf.Attachments;

/// <summary>Knows what objects are wanted for that may follow.</summary>
/// <typeparam name="TKey">Tells the uses of one object apart.</typeparam>
/// <typeparam name="TUse">What the object is wanted for.</typeparam>
internal sealed class WantedObjects<TKey, TUse>(int maxWanted)
{
    /// <summary>An object that is written over and over again, and wanted by many, must not keep a processor busy.</summary>
    private const int MaxGiven = 65_536;

    private readonly HashSet<(int Number, TKey Key)> _known = [];
    private readonly Dictionary<int, List<TUse>> _uses = [];
    private int _given;

    /// <returns>The uses of the object, to add this one to; null when it is known, or there are too many.</returns>
    public List<TUse>? Add(int number, TKey key)
    {
        if (_known.Count == maxWanted || !_known.Add((number, key)))
        {
            return null;
        }

        if (!_uses.TryGetValue(number, out var uses))
        {
            _uses.Add(number, uses = []);
        }

        return uses;
    }

    /// <returns>The uses of an object that has come.</returns>
    public IReadOnlyList<TUse> Find(int number)
    {
        if (!_uses.TryGetValue(number, out var uses) || _given > MaxGiven)
        {
            return [];
        }

        _given += uses.Count;
        return uses;
    }

    /// <summary>Makes it ready for another file.</summary>
    public void Clear()
    {
        _known.Clear();
        _uses.Clear();
        _given = 0;
    }
}
