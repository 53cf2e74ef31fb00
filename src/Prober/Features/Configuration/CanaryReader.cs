using Prober.Engine.Watching;

namespace Prober.Features.Configuration;

/// <summary>The key <c>canary</c>: names of targets, of which one has to be up while the prober's own connection works.</summary>
internal static class CanaryReader
{
    private const int MaxCanaries = 16;

    /// <param name="targets">All targets of all files.</param>
    public static IEnumerable<TargetDefinition> Read(ConfigSection root, IReadOnlyList<TargetDefinition> targets)
    {
        string[] names = [.. root.Texts("canary")];
        if (names.Length > MaxCanaries)
        {
            root.Add(root.LineOf("canary"), $"canary may name at most {MaxCanaries} targets, because each failure asks them");
        }

        foreach (var name in names.Take(MaxCanaries))
        {
            var found = targets.Where(target => target.Name == name || $"{target.Kind}/{target.Name}" == name).ToList();
            if (found.Count == 0)
            {
                root.Add(root.LineOf("canary"), $"canary names {name}, but there is no such target; write a target's name, or kind/name");
            }

            foreach (var target in found)
            {
                yield return target;
            }
        }
    }
}
