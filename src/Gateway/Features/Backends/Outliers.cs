namespace Gateway.Features.Backends;

/// <summary>The failures of one backend in the last ten seconds, and whether it is left out because of them.</summary>
internal sealed class Outliers(TimeProvider time)
{
    /// <summary>Failures of transport in a row that eject.</summary>
    public const int MaxInARow = 5;

    /// <summary>Fewer calls than these say nothing of a share.</summary>
    public const int MinCalls = 20;

    /// <summary>How much worse than the others a backend has to be.</summary>
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

    /// <summary>When it came back from being left out, or will; null when it never was.</summary>
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

    /// <param name="transport">It gave no answer at all.</param>
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

    /// <summary>It was away and has returned, so that what it did before says nothing: it is left out no longer.</summary>
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

    /// <summary>Leaves it out, longer each time; one time is forgotten for each span as long as the last that went well since.</summary>
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
