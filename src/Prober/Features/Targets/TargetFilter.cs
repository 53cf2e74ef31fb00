using Prober.Engine.Watching;
using Prober.Features.Settings;

namespace Prober.Features.Targets;

/// <summary>Selects targets.</summary>
/// <param name="Kind">Null for all.</param>
internal sealed record TargetFilter(string? Kind, (string Key, string Value)? Label, Shard Shard)
{
    /// <returns>Null when an argument is not valid.</returns>
    public static TargetFilter? Parse(string? kind, string? label, string? shard)
    {
        (string, string)? wanted = null;
        if (label is not null)
        {
            if (label.Split('=', 2) is not [{ Length: > 0 } key, var value])
            {
                return null;
            }

            wanted = (key, value);
        }

        return Shard.Parse(shard) is { } part ? new(kind, wanted, part) : null;
    }

    public IReadOnlyList<WatchedTarget> Apply(IReadOnlyList<WatchedTarget> targets) =>
        Kind is null && Label is null && Shard == Shard.Whole ? targets : [.. targets.Where(target => IsIn(target.Definition))];

    private bool IsIn(TargetDefinition definition) =>
        (Kind is null || definition.Kind == Kind)
        && (Label is not { } label || (definition.Labels.TryGetValue(label.Key, out var value) && value == label.Value))
        && Shard.Has(definition.Kind, definition.Name);
}
