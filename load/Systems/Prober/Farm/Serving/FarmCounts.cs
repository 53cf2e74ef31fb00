using System.Text;

namespace Farm.Serving;

/// <summary>The farm's counts of its visitors, by behaviour.</summary>
internal sealed class FarmCounts
{
    private readonly long[] _connections = new long[Behaviours.All.Count];
    private readonly long[] _handshakes = new long[Behaviours.All.Count];
    private readonly long[] _good = new long[Behaviours.All.Count];
    private long _accepted;
    private long _names;

    /// <summary>A connection of TCP, before anything is known of it.</summary>
    public void Accepted() => Interlocked.Increment(ref _accepted);

    /// <summary>A visitor has named the target that it wants.</summary>
    public void Visited(Behaviour behaviour) => Interlocked.Increment(ref _connections[(int)behaviour]);

    /// <summary>A handshake is complete: full, since the farm resumes none.</summary>
    public void Shook(Behaviour behaviour) => Interlocked.Increment(ref _handshakes[(int)behaviour]);

    /// <summary>An answer that a prober has to find good was sent to its end.</summary>
    public void Answered(Behaviour behaviour) => Interlocked.Increment(ref _good[(int)behaviour]);

    public void Resolved() => Interlocked.Increment(ref _names);

    /// <summary>A line for each count, as in <c>ok good 17</c>.</summary>
    public string Text()
    {
        var text = new StringBuilder($"all accepted {Interlocked.Read(ref _accepted)}\nall names {Interlocked.Read(ref _names)}\n");
        foreach (var behaviour in Behaviours.All)
        {
            var (name, at) = ($"{behaviour}".ToLowerInvariant(), (int)behaviour);
            text.Append($"{name} visited {Interlocked.Read(ref _connections[at])}\n")
                .Append($"{name} handshakes {Interlocked.Read(ref _handshakes[at])}\n")
                .Append($"{name} good {Interlocked.Read(ref _good[at])}\n");
        }

        return text.ToString();
    }
}
