using Prober.Engine.Networking;
using Prober.Engine.Probing;

namespace Prober.Engine.Watching;

/// <summary>Whether a failure is the target's, or that of what lies between: the prober's own connection, or a target in front.</summary>
internal sealed class FailureDoubts(ProbeNetwork network)
{
    private volatile Dictionary<(string Kind, string Name), Connectivity> _fronts = [];

    /// <summary>Whether the prober's own connection works, as far as canaries are named.</summary>
    public Connectivity Own { get; } = new(network);

    /// <summary>The targets that lie in front of others get a check each.</summary>
    public void Use(IReadOnlyList<TargetDefinition> definitions)
    {
        var named = definitions.SelectMany(definition => definition.DependsOn).ToHashSet();
        var fronts = new Dictionary<(string Kind, string Name), Connectivity>();
        foreach (var definition in named.Count == 0 ? [] : definitions.Where(one => named.Contains((one.Kind, one.Name))))
        {
            var front = new Connectivity(network);
            front.Use([definition]);
            fronts.Add((definition.Kind, definition.Name), front);
        }

        _fronts = fronts;
    }

    /// <summary>Takes a failure back as evidence if it may not be the target's.</summary>
    public async Task ApplyAsync(TargetDefinition definition, ProbeResult result, CancellationToken cancellationToken)
    {
        if (Own.HasCanaries && !await Own.WorksAsync(cancellationToken).ConfigureAwait(false))
        {
            result.Fail(FailureClass.Canary, $"No canary answers either, so this result is no evidence: {result.Message}");
            return;
        }

        foreach (var parent in definition.DependsOn)
        {
            if (_fronts.TryGetValue(parent, out var front) && !await front.WorksAsync(cancellationToken).ConfigureAwait(false))
            {
                result.Fail(
                    FailureClass.Dependency,
                    $"It is behind {parent.Kind} {parent.Name}, which fails too, so this is no evidence: {result.Message}");
                return;
            }
        }
    }
}
