namespace Load.Server;

/// <summary>What a service process is started with, beyond ports and data folder. Rows with equal settings share a process.</summary>
internal sealed record ServiceSettings
{
    public static ServiceSettings Default { get; } = new();

    /// <summary>What a person calls it: dimensions of the table, such as <c>threads</c>. Settings of equal dimensions are equal.</summary>
    public IReadOnlyDictionary<string, string> Dimensions { get; init; } = new SortedDictionary<string, string>(StringComparer.Ordinal);

    /// <summary>The service's configuration for it, such as <c>Analyzer:Store</c>.</summary>
    public IReadOnlyDictionary<string, string> Options { get; init; } = new Dictionary<string, string>();

    public string Name { get; private init; } = "default";

    /// <summary>These settings, and one more.</summary>
    public ServiceSettings With(string dimension, string value, params (string Key, string Value)[] options)
    {
        var dimensions = new SortedDictionary<string, string>(Dimensions.ToDictionary(), StringComparer.Ordinal) { [dimension] = value };
        return this with
        {
            Dimensions = dimensions,
            Options = new Dictionary<string, string>(Options.Concat(options.Select(option => KeyValuePair.Create(option.Key, option.Value)))),
            Name = string.Join(' ', dimensions.Select(pair => $"{pair.Key}={pair.Value}")),
        };
    }
}
