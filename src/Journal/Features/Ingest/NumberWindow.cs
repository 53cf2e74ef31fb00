namespace Journal.Features.Ingest;

/// <summary>Which of a host's numbers have come. Datagrams overtake one another: a number that comes late is missing no longer.</summary>
internal sealed class NumberWindow
{
    /// <summary>A number that is so far behind does not come late: the host counts anew.</summary>
    public const int Width = 64;

    private const int Max = int.MaxValue; // it is followed by 1
    private int _last;
    private bool _hasOne;

    /// <summary>A bit for each of the last numbers, the highest first: whether it is counted as missing.</summary>
    private ulong _missing;

    /// <summary>Whether the number is another one than was to be expected, and none that was missing.</summary>
    public bool IsJump(int number) => _last != 0 && AheadOf(number) != 1 && !IsLate(number);

    /// <returns>How many more are missing than before; -1 when one that was missing has come.</returns>
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
            return 0; // it comes again
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
