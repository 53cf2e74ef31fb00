using System.Collections.Frozen;
using Load.Stores;

namespace Load.Suites;

/// <summary>All suites by name.</summary>
internal static class SuiteCatalog
{
    public const string Default = "quick";

    private static readonly FrozenDictionary<string, Func<SuiteRequest, Suite>> ByName = new Dictionary<string, Func<SuiteRequest, Suite>>
    {
        [Default] = request => QuickSuite.Create(request.OwnFiles),
        ["ceilings"] = _ => CeilingsSuite.Create(),
        [MatrixSuite.Name] = _ => MatrixSuite.Create(MachineFit.Here),
        ["threads"] = _ => ThreadsSuite.Create(),
        ["hash"] = _ => HashSuite.Create(),
        ["metrics"] = _ => MetricsSuite.Create(),
        ["stress"] = _ => StressSuite.Create(),
        ["stores"] = request => StoresSuite.Create(request.Stores ?? StoreTarget.Names, request.StoreUrl),
        ["volume"] = request => VolumeSuite.Create(request.Stores ?? StoreTarget.Names, request.Reports),
        ["soak"] = request => SoakSuite.Create(request.Length),
    }.ToFrozenDictionary();

    public static IEnumerable<string> Names => ByName.Keys.Order(StringComparer.Ordinal);

    /// <exception cref="LabException">There is none of that name, or it has no use for a person's own files.</exception>
    public static Suite Get(string name, SuiteRequest request) =>
        !ByName.TryGetValue(name, out var create) ? throw new LabException($"There is no suite '{name}'; there are: {string.Join(", ", Names)}.")
        : request.OwnFiles && name != Default ? throw new LabException($"--corpus: only the suite '{Default}' takes files of your own; '{name}' is about sizes.")
        : create(request);
}
