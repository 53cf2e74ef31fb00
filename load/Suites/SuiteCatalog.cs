using System.Collections.Frozen;

namespace Load.Suites;

/// <summary>All suites by name.</summary>
internal static class SuiteCatalog
{
    public const string Default = "quick";

    private static readonly FrozenDictionary<string, Func<bool, Suite>> ByName = new Dictionary<string, Func<bool, Suite>>
    {
        [Default] = QuickSuite.Create,
    }.ToFrozenDictionary();

    public static IEnumerable<string> Names => ByName.Keys.Order(StringComparer.Ordinal);

    /// <exception cref="LabException">There is none of that name.</exception>
    public static Suite Get(string name, bool ownFiles) =>
        ByName.TryGetValue(name, out var create) ? create(ownFiles) : throw new LabException($"There is no suite '{name}'; there are: {string.Join(", ", Names)}.");
}
