namespace Hosting.Uploads;

/// <summary>
/// The window that all streams of an HTTP/2 connection share (RFC 9113, section 5.2): while a host does not read one upload, its bytes may
/// fill it, and the senders of the others cannot send. That time is not theirs.
/// </summary>
/// <param name="time">Measures it.</param>
public sealed class ConnectionWindow(TimeProvider time)
{
    private readonly Lock _gate = new();
    private int _unread;
    private long _since;
    private TimeSpan _before;

    /// <summary>How long some upload of the connection has not been read, in all.</summary>
    public TimeSpan Unread
    {
        get
        {
            lock (_gate)
            {
                return _before + (_unread > 0 ? time.GetElapsedTime(_since) : TimeSpan.Zero);
            }
        }
    }

    /// <summary>The host has bytes of an upload, and reads no more of it until <see cref="Resume"/>.</summary>
    public void Hold()
    {
        lock (_gate)
        {
            if (_unread++ == 0)
            {
                _since = time.GetTimestamp();
            }
        }
    }

    public void Resume()
    {
        lock (_gate)
        {
            if (--_unread == 0)
            {
                _before += time.GetElapsedTime(_since);
            }
        }
    }
}
