namespace Journal.Features.Ingest;

/// <summary>
/// Which of a host's numbers have arrived. Datagrams can overtake each other, so a number that arrives late is no longer missing.
/// </summary>
internal sealed class NumberWindow
{
    /// <summary>A number that is so far behind is not late: the host has started to count again.</summary>
    public const int Width = 64;

    private const int Max = int.MaxValue; // it is followed by 1
    private int _last;
    private bool _hasOne;

    /// <summary>A bit for each of the last numbers, the highest first: whether it counts as missing.</summary>
    private ulong _missing;

    /// <summary>Whether the number is neither the expected one nor one that was missing.</summary>
    public bool IsJump(int number) => _last != 0 && AheadOf(number) != 1 && !IsLate(number);

    /// <returns>The change of the number of missing ones; -1 when a missing one has arrived.</returns>
    public long Accept(int number)
    {
        var ahead = AheadOf(number);
        if (IsLate(number))
        {
            _missing &= ~BitOf(ahead);
            return -1;
        }

        if (_last == 0 || ahead <= -Width || (number == 1 && _hasOne && ahead <= 0))
        {
            (_last, _missing, _hasOne) = (number, 0, number == 1);
            return 0;
        }

        _hasOne |= number == 1;
        if (ahead <= 0)
        {
            return 0; // a duplicate
        }

        _missing = ahead < Width ? (_missing << ahead) | ((1UL << ahead) - 2) : ~1UL;
        _last = number;
        return ahead - 1;
    }

    private bool IsLate(int number) => AheadOf(number) is <= 0 and > -Width and var ahead && (_missing & BitOf(ahead)) != 0;

    private int AheadOf(int number) => (number - _last) switch
    {
        < Width - Max => number - _last + Max,
        > Max - Width => number - _last - Max,
        var ahead => ahead,
    };

    private static ulong BitOf(int ahead) => 1UL << -ahead;
}
