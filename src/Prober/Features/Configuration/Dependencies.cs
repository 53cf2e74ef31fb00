using Prober.Engine.Watching;

namespace Prober.Features.Configuration;

/// <summary>The key <c>depends_on</c> of the targets: names of targets in front of them.</summary>
internal static class Dependencies
{
    /// <param name="named">What each target names, with the place of it.</param>
    /// <returns>The targets with what they depend on.</returns>
    public static List<TargetDefinition> Resolve(
        List<TargetDefinition> targets, IReadOnlyDictionary<TargetDefinition, DependencyNames> named, ICollection<ConfigProblem> problems)
    {
        if (named.Count == 0)
        {
            return targets;
        }

        var fronts = Follow(targets, named, problems);
        return targets.ConvertAll(target => fronts.TryGetValue(target, out var found)
            ? target with { DependsOn = [.. found.Select(front => (front.Kind, front.Name))] }
            : target);
    }

    /// <summary>The targets that each names; names that nobody has, and ways that lead back, are reported.</summary>
    public static Dictionary<TargetDefinition, List<TargetDefinition>> Follow(
        List<TargetDefinition> targets, IReadOnlyDictionary<TargetDefinition, DependencyNames> named, ICollection<ConfigProblem> problems)
    {
        var byName = targets.ToLookup(target => target.Name);
        var fronts = new Dictionary<TargetDefinition, List<TargetDefinition>>(ReferenceEqualityComparer.Instance);
        foreach (var (target, names) in named)
        {
            fronts.Add(target, Find(names, byName, problems));
        }

        foreach (var (target, names) in named)
        {
            if (Circle(target, fronts) is { } circle)
            {
                problems.Add(new(names.File, names.Line, $"{names.Key} leads back to the target itself: {string.Join(" → ", circle)}"));
            }
        }

        return fronts;
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
    private static List<string>? Circle(TargetDefinition start, Dictionary<TargetDefinition, List<TargetDefinition>> fronts)
    {
        var seen = new HashSet<TargetDefinition>(ReferenceEqualityComparer.Instance);
        var before = new Stack<(TargetDefinition Target, List<string> Way)>();
        before.Push((start, [start.Name]));
        while (before.TryPop(out var at))
        {
            foreach (var front in fronts.GetValueOrDefault(at.Target) ?? [])
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
