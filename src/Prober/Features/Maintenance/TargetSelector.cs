using System.Text.Json;

namespace Prober.Features.Maintenance;

/// <summary>Selects targets; an empty member selects all.</summary>
internal sealed record TargetSelector(
    IReadOnlyList<string> Kinds, IReadOnlyList<string> Names, IReadOnlyDictionary<string, string> Labels)
{
    public static TargetSelector Parse(string json) => JsonSerializer.Deserialize<TargetSelector>(json)!;

    public bool Matches(string kind, string name, IReadOnlyDictionary<string, string> labels) =>
        (Kinds.Count == 0 || Kinds.Contains(kind))
        && (Names.Count == 0 || Names.Contains(name))
        && Labels.All(label => labels.TryGetValue(label.Key, out var value) && value == label.Value);

    public override string ToString() => JsonSerializer.Serialize(this);
}
