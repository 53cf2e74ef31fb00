using Prober.Engine.Watching;
using Links = System.Collections.Generic.Dictionary<
    Prober.Engine.Watching.TargetDefinition, System.Collections.Generic.List<Prober.Engine.Watching.TargetDefinition>>;

namespace Prober.Features.Configuration;

/// <summary>The keys <c>depends_on</c> of the targets, which name targets in front of them, and <c>members</c> of the groups.</summary>
internal static class Dependencies
{
    /// <summary>Finds what the keys name; names that nobody has, and ways that lead back by either key, are reported.</summary>
    /// <param name="fronts">What each target names in <c>depends_on</c>, with the place of it.</param>
    /// <param name="members">What each group names.</param>
    /// <returns>The targets with what they depend on, and the groups with their members.</returns>
    public static (List<TargetDefinition> Targets, Links Groups) Resolve(
        List<TargetDefinition> targets,
        IReadOnlyDictionary<TargetDefinition, DependencyNames> fronts,
        IReadOnlyDictionary<TargetDefinition, DependencyNames> members,
        ICollection<ConfigProblem> problems)
    {
        var byName = targets.ToLookup(target => target.Name);
        var (found, groups) = (FindAll(fronts, byName, problems), FindAll(members, byName, problems));
        foreach (var (target, names) in fronts.Concat(members))
        {
            if (Circle(target, found, groups) is { } circle)
            {
                problems.Add(new(names.File, names.Line, $"{names.Key} leads back to the target itself: {string.Join(" → ", circle)}"));
            }
        }

        return (fronts.Count == 0 ? targets : targets.ConvertAll(target => found.TryGetValue(target, out var before)
            ? target with { DependsOn = [.. before.Select(front => (front.Kind, front.Name))] }
            : target), groups);
    }

    private static Links FindAll(
        IReadOnlyDictionary<TargetDefinition, DependencyNames> named, ILookup<string, TargetDefinition> byName,
        ICollection<ConfigProblem> problems)
    {
        var found = new Links(ReferenceEqualityComparer.Instance);
        foreach (var (target, names) in named)
        {
            found.Add(target, Find(names, byName, problems));
        }

        return found;
    }

    private static List<TargetDefinition> Find(
        DependencyNames names, ILookup<string, TargetDefinition> byName, ICollection<ConfigProblem> problems)
    {
        var found = new List<TargetDefinition>();
        foreach (var name in names.Names)
        {
            var slash = name.IndexOf('/');
            var fronts = byName[name].Concat(slash < 0 ? [] : byName[name[(slash + 1)..]].Where(one => one.Kind == name[..slash])).ToList();
            if (fronts.Count == 0)
            {
                problems.Add(new(
                    names.File, names.Line, $"{names.Key} names {name}, but there is no such target; write a target's name, or kind/name"));
            }

            found.AddRange(fronts);
        }

        return found;
    }

    /// <returns>The names on the way from a target to itself; null when there is no such way.</returns>
    private static List<string>? Circle(TargetDefinition start, Links fronts, Links members)
    {
        var seen = new HashSet<TargetDefinition>(ReferenceEqualityComparer.Instance);
        var before = new Stack<(TargetDefinition Target, List<string> Way)>();
        before.Push((start, [start.Name]));
        while (before.TryPop(out var at))
        {
            foreach (var front in (fronts.GetValueOrDefault(at.Target) ?? []).Concat(members.GetValueOrDefault(at.Target) ?? []))
            {
                List<string> way = [.. at.Way, front.Name];
                if (ReferenceEquals(front, start))
                {
                    return way;
                }

                if (seen.Add(front))
                {
                    before.Push((front, way));
                }
            }
        }

        return null;
    }
}

/// <summary>What a target names in a key such as <c>depends_on</c>, and where.</summary>
internal sealed record DependencyNames(string File, int Line, IReadOnlyList<string> Names, string Key = "depends_on");
