using System.Collections.Concurrent;

namespace Prober.Features.Pushes;

/// <summary>The last message of each target that reports its own state.</summary>
internal sealed class PushBoard
{
    private readonly ConcurrentDictionary<string, Push> _last = new();

    /// <summary>The prober of this process.</summary>
    public static PushBoard Shared { get; } = new();

    public Push? Find(string name) => _last.GetValueOrDefault(name);

    public void Set(string name, Push push) => _last[name] = push;
}

/// <param name="At">A timestamp of the monotonic clock.</param>
/// <param name="Message">For a person.</param>
internal sealed record Push(long At, bool IsUp, string Message, TimeSpan? Duration);
