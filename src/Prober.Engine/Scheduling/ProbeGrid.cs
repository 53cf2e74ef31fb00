using System.Text;

namespace Prober.Engine.Scheduling;

/// <summary>
/// When a target is due: at its phase on a grid that starts at the Unix epoch. The phase depends only on the target's kind and name, so
/// restarts, reloads and other machines do not change it, and many targets are spread evenly.
/// </summary>
public static class ProbeGrid
{
    private const ulong OffsetBasis = 14695981039346656037;
    private const ulong Prime = 1099511628211;

    /// <summary>Milliseconds, less than the interval: FNV-1a of the kind, a zero and the name.</summary>
    public static long Phase(string kind, string name, long interval) => (long)(Hash(kind, name) % (ulong)interval);

    public static ulong Hash(string kind, string name) => Hash(Hash(Hash(OffsetBasis, kind), "\0"), name);

    /// <returns>The first due time at or after a moment, in Unix milliseconds.</returns>
    public static long NextDue(long from, long phase, long interval)
    {
        var steps = Math.DivRem(from - phase, interval, out var over);
        return ((steps + (over > 0 ? 1 : 0)) * interval) + phase;
    }

    private static ulong Hash(ulong hash, string text)
    {
        foreach (var octet in Encoding.UTF8.GetBytes(text))
        {
            hash = (hash ^ octet) * Prime;
        }

        return hash;
    }
}
