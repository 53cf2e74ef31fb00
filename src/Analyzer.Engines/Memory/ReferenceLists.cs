namespace Analyzer.Engines.Memory;

/// <summary>
/// Remembers which objects others refer to that may turn out to be lists: of the parts of an XML form (ISO 32000-2, 12.7.8), or of the
/// streams of an embedded file (7.11.3).
/// </summary>
internal sealed class ReferenceLists
{
    private const int MaxReferences = 4096;
    private const int More = 0;

    private readonly PooledList<(int List, int Target)> _references = new();

    /// <param name="isCut">Whether the list refers to more objects than these.</param>
    public void Add(int list, ReadOnlySpan<int> targets, bool isCut)
    {
        foreach (var target in targets[..Math.Min(targets.Length, MaxReferences - _references.Count)])
        {
            _references.Add((list, target));
        }

        if (isCut && _references.Count < MaxReferences)
        {
            _references.Add((list, More));
        }
    }

    /// <summary>The objects that the lists with this number refer to.</summary>
    /// <param name="isWhole">False when there may be more than are remembered.</param>
    public List<int> Find(int list, out bool isWhole)
    {
        var targets = new List<int>();
        isWhole = _references.Count < MaxReferences;
        foreach (var reference in _references.Span)
        {
            if (reference.List != list)
            {
                continue;
            }

            if (reference.Target == More)
            {
                isWhole = false;
            }
            else
            {
                targets.Add(reference.Target);
            }
        }

        return targets;
    }

    /// <summary>Makes it ready for another file.</summary>
    public void Clear() => _references.Clear();
}
