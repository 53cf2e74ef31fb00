namespace Gateway.Features.Backends;

/// <summary>Counts the failures of one backend in the last ten seconds, and decides whether it is ejected.</summary>
internal sealed class Outliers(TimeProvider time)
{
    /// <summary>Failures of transport in a row that eject.</summary>
    public const int MaxInARow = 5;

    /// <summary>With fewer calls the share of failures says nothing.</summary>
    public const int MinCalls = 20;

    /// <summary>How many times worse than the others a backend has to be.</summary>
    public const double TimesTheOthers = 3;

    private readonly Lock _gate = new();
    private readonly SlidingCounts _counts = new(time);
    private int _inARow;
    private int _ejections;
    private TimeSpan _lastEjection;
    private long _ejectedUntil;

    public bool IsEjected
    {
        get
        {
            lock (_gate)
            {
                return _ejections > 0 && time.GetTimestamp() < _ejectedUntil;
            }
        }
    }

    /// <summary>When its ejection ended or will end; null when it was never ejected.</summary>
    public long? LastEjectionEnd
    {
        get
        {
            lock (_gate)
            {
                return _ejections > 0 ? _ejectedUntil : null;
            }
        }
    }

    /// <summary>Calls that ended in the last ten seconds, and how many of them failed.</summary>
    public (long Calls, long Failures) Recent => _counts.Sum();

    public void Succeeded()
    {
        _counts.Add(failed: false);
        Volatile.Write(ref _inARow, 0);
    }

    /// <param name="transport">The backend gave no answer at all.</param>
    public void Failed(bool transport)
    {
        _counts.Add(failed: true);
        if (transport)
        {
            Interlocked.Increment(ref _inARow);
        }
        else
        {
            Volatile.Write(ref _inARow, 0);
        }
    }

    /// <summary>It was gone and has returned, so its earlier failures say nothing: it is no longer ejected.</summary>
    public void Returned()
    {
        lock (_gate)
        {
            if (_ejections > 0)
            {
                _ejectedUntil = Math.Min(_ejectedUntil, time.GetTimestamp());
            }

            Volatile.Write(ref _inARow, 0);
            _counts.Clear();
        }
    }

    /// <param name="others">The calls of all other backends together.</param>
    public bool ShouldBeEjected((long Calls, long Failures) others)
    {
        if (Volatile.Read(ref _inARow) >= MaxInARow)
        {
            return true;
        }

        var (calls, failures) = Recent;
        if (calls < MinCalls || failures * 2 <= calls)
        {
            return false;
        }

        var share = (double)failures / calls;
        var othersShare = others.Calls == 0 ? 0 : (double)others.Failures / others.Calls;
        return share > TimesTheOthers * othersShare;
    }

    /// <summary>
    /// Ejects it, longer each time. The count of ejections falls by one for each period, as long as the last ejection, without a new one.
    /// </summary>
    /// <returns>For how long.</returns>
    public TimeSpan Eject(TimeSpan unit)
    {
        lock (_gate)
        {
            if (_ejections > 0)
            {
                _ejections -= (int)Math.Min(_ejections, time.GetElapsedTime(_ejectedUntil) / _lastEjection);
            }

            _lastEjection = unit * ++_ejections;
            _ejectedUntil = time.GetTimestamp() + (long)(_lastEjection.TotalSeconds * time.TimestampFrequency);
            Volatile.Write(ref _inARow, 0);
            _counts.Clear();
            return _lastEjection;
        }
    }
}
