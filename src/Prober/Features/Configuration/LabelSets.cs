namespace Prober.Features.Configuration;

/// <summary>The labels of a file's targets: thousands of targets have few sets of them, and share these.</summary>
internal sealed class LabelSets
{
    private readonly Dictionary<string, IReadOnlyDictionary<string, string>> _sets = new() { [""] = new Dictionary<string, string>() };

    public IReadOnlyDictionary<string, string> Of(IEnumerable<KeyValuePair<string, string>> labels)
    {
        var pairs = labels.ToList();
        var key = string.Concat(pairs.Select(pair => $"{pair.Key}\0{pair.Value}\0"));
        if (!_sets.TryGetValue(key, out var set))
        {
            _sets[key] = set = pairs.ToDictionary();
        }

        return set;
    }
}
