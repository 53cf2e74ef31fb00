namespace Prober.Engine.Certificates;

/// <summary>
/// Keeps handshakes full. Those that share a context also share its cache of sessions, which the host sets to one: a name that was not
/// among the last ones cannot be in it. Without the shared context a handshake costs a tenth more, and resumes nothing.
/// </summary>
public sealed class FullHandshakes
{
    private const int Remembered = 16;

    private readonly Lock _gate = new();
    private readonly string[] _last = new string[Remembered];
    private int _next;

    /// <summary>Asked once for each handshake.</summary>
    public bool MayShare(string host)
    {
        lock (_gate)
        {
            if (Array.IndexOf(_last, host) >= 0)
            {
                return false;
            }

            _last[_next++ % Remembered] = host;
            return true;
        }
    }
}
