using Sigma.Engine.Rules;
using Sigma.Engine.Yaml;

namespace Sigma.Engine.Collections;

/// <summary>The rules of a collection, with the members that its actions give them.</summary>
internal sealed class CollectionReader(ProblemList problems)
{
    private readonly HashSet<string> _ids = new(StringComparer.OrdinalIgnoreCase);
    private YamlMap? _global;
    private YamlMap? _last;

    public IEnumerable<YamlNode> Rules(IEnumerable<YamlNode> documents)
    {
        foreach (var document in documents)
        {
            if (document is not YamlMap map || RuleReader.IsCorrelation(map) || map.Find("filter") is not null)
            {
                yield return document;
            }
            else if (Read(map) is { } rule)
            {
                yield return _last = rule;
            }
        }
    }

    /// <returns>Null when it is no rule itself.</returns>
    private YamlMap? Read(YamlMap map)
    {
        var action = map.Find("action");
        var own = action is null ? map : map with { Entries = [.. map.Entries.Where(entry => entry != action)] };
        switch ((action?.Value as YamlScalar)?.Text)
        {
            case null when action is null:
                return WithOwnId(_global is null ? own : Merge(own, _global));
            case "global":
                _global = _global is null ? own : Merge(own, _global);
                return null;
            case "reset":
                (_global, _last) = (null, null);
                return null;
            case "repeat" when (_last ?? _global) is { } former:
                return WithOwnId(Merge(own, former));
            case "repeat":
                problems.Error("action", action!.At, "There is no rule before it to repeat.");
                return null;
            default:
                problems.Error("action", action!.At, "An action is global, reset or repeat.");
                return null;
        }
    }

    /// <summary>The rules of a collection often share one id: the first keeps it, and the others get one that follows from it.</summary>
    private YamlMap WithOwnId(YamlMap rule)
    {
        if (rule.Find("id") is not { Value: YamlScalar { Text: var id } scalar } entry || _ids.Add(id))
        {
            return rule;
        }

        var number = 2;
        while (!_ids.Add($"{RuleIds.Of($"{id}/{number}")}"))
        {
            number++;
        }

        var next = entry with { Value = scalar with { Text = $"{RuleIds.Of($"{id}/{number}")}" } };
        return rule with { Entries = [.. rule.Entries.Select(one => one == entry ? next : one)] };
    }

    /// <summary>The members of a map, and those of another one that it lacks; maps in both are merged. The given ones come first.</summary>
    private static YamlMap Merge(YamlMap own, YamlMap given) => own with
    {
        Entries =
        [
            .. given.Entries.Select(entry => own.Find(entry.Key) is not { } mine ? entry
                : mine.Value is YamlMap inner && entry.Value is YamlMap outer ? mine with { Value = Merge(inner, outer) }
                : mine),
            .. own.Entries.Where(entry => given.Find(entry.Key) is null),
        ],
    };
}
