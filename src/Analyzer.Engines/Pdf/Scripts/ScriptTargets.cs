using Analyzer.Engines.Pdf.Memory;

namespace Analyzer.Engines.Pdf.Scripts;

/// <summary>Knows which objects have been named as scripts, and which of them were read.</summary>
internal sealed class ScriptTargets
{
    private const int MaxTargets = 4096;
    private const int Wanted = 1;
    private const int Read = 2;

    private readonly IntTable _states = new(MaxTargets);
    private long _surplus;

    /// <summary>How many were named and not read.</summary>
    public long Missing => _states.CountOf(Wanted) + _surplus;

    public bool Has(int number) => _states.TryGet(number, out _);

    /// <summary>Notes that an object has been named.</summary>
    /// <returns>True for the first time.</returns>
    public bool Add(int number)
    {
        ref var state = ref _states.GetOrAdd(number, out var isFull);
        _surplus += isFull ? 1 : 0;
        if (isFull || state != 0)
        {
            return false;
        }

        state = Wanted;
        return true;
    }

    /// <summary>Notes that an object that has been named was read.</summary>
    public void MarkRead(int number) => _states.GetOrAdd(number, out _) = Read;

    /// <summary>Makes it ready for another file.</summary>
    public void Clear()
    {
        _states.Clear();
        _surplus = 0;
    }
}
