namespace Load.Measuring;

/// <summary>
/// Looks for the knee of one ladder, once: climbs in strides until a rung breaks, then halves the gap until the highest that holds and the
/// lowest that breaks are neighbours.
/// </summary>
/// <param name="rungs">Cases that differ in their rate only, in ascending order.</param>
internal sealed class KneeSearch(IReadOnlyList<Case> rungs)
{
    /// <summary>A power of two, so that every gap can be halved. With rungs 5 % apart a stride is a factor of 2.2.</summary>
    private const int Stride = 16;

    private int _held = -1;
    private int _broken = rungs.Count;
    private bool _isSecondTry;

    /// <summary>The rung to try; null when the knee is found.</summary>
    public Case? Next => _broken - _held <= 1 ? null : rungs[NextIndex];

    private int NextIndex => _held < 0 && _broken == rungs.Count ? 0
        : _broken == rungs.Count ? Math.Min(_held + Stride, rungs.Count - 1)
        : (_held + _broken) / 2;

    /// <summary>Call when <see cref="Next"/> has been tried. One stall of the machine is no limit: what broke is tried once more.</summary>
    public void Tried(bool broke)
    {
        var index = NextIndex;
        if (broke && !_isSecondTry)
        {
            _isSecondTry = true;
            return;
        }

        _isSecondTry = false;
        (_held, _broken) = broke ? (_held, index) : (index, _broken);
    }

    /// <summary>A guess, for a plan: a knee in the middle of the ladder.</summary>
    public static int ExpectedTries(int rungs) => rungs / (2 * Stride) + Math.Min(rungs, 1 + (int)Math.Log2(Stride) + 2);
}
