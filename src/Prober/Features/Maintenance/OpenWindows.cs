using Prober.Engine.Timelines;
using Prober.Engine.Watching;

namespace Prober.Features.Maintenance;

/// <summary>The windows that are open now, determined once for a view of thousands of targets.</summary>
internal sealed class OpenWindows(IReadOnlyList<(TargetSelector Selector, long Start)> windows)
{
    /// <summary>The state of a target, with planned time before everything else.</summary>
    public TargetStatus StatusOf(WatchedTarget target) => Find(target.Definition) is { } start
        ? target.Status with { State = TargetState.Maintenance, Since = start }
        : target.Status;

    /// <summary>Only the state.</summary>
    public TargetState StateOf(WatchedTarget target) =>
        Find(target.Definition) is null ? target.State : TargetState.Maintenance;

    /// <returns>When the window of a target began; null when it is in none.</returns>
    private long? Find(TargetDefinition target)
    {
        foreach (var (selector, start) in windows)
        {
            if (selector.Matches(target.Kind, target.Name, target.Labels))
            {
                return start;
            }
        }

        return null;
    }
}
