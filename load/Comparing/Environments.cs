using System.Globalization;
using Load.Results.Summary;

namespace Load.Comparing;

/// <summary>
/// Tells apart the facts that have to be the same for two runs' figures to mean the same, and those that may differ because they are
/// what is compared.
/// </summary>
internal static class Environments
{
    private const double BytesPerGibibyte = 1 << 30;

    private static readonly Dictionary<string, string> NoSettings = [];

    /// <summary>
    /// The machine, everything between the code and it, and what was sent. Memory by the gibibyte: a virtual machine is given some
    /// pages more or less each time it starts.
    /// </summary>
    private static readonly (string Field, Func<SummaryDocument, object?> Value)[] MustMatch =
    [
        ("suite", run => run.Suite),
        ("machine", run => run.Environment.Machine),
        ("cores", run => run.Environment.Cores),
        ("memory (GiB)", run => Math.Round(run.Environment.MemoryBytes / BytesPerGibibyte)),
        ("operatingSystem", run => run.Environment.OperatingSystem),
        ("runtime", run => run.Environment.Runtime),
        ("configuration", run => run.Environment.Configuration),
        ("labGarbageCollector", run => run.Environment.LabGarbageCollector),
        ("seed", run => run.Environment.Seed),
        ("processors", run => run.Environment.Cpus),
        ("service started by", run => run.Environment.Target is null ? "the lab" : "others"),
        ("service.configuration", run => run.Environment.Service?.Configuration),
        ("service.runtime", run => run.Environment.Service?.Runtime),
        ("service.serverGc", run => run.Environment.Service?.ServerGc),
    ];

    /// <summary>An A/B has two builds, or one build with two settings, or two machines that run it.</summary>
    private static readonly (string Field, Func<SummaryDocument, object?> Value)[] MayDiffer =
    [
        ("service.version", run => run.Environment.Service?.Version),
        ("build of the lab", run => run.Environment.Build),
        ("settings", run => string.Join(' ', (run.Environment.Settings ?? NoSettings)
            .OrderBy(setting => setting.Key, StringComparer.Ordinal).Select(setting => $"{setting.Key}={setting.Value}"))),
        ("target", run => run.Environment.Target),
    ];

    /// <summary>Empty when figures compare.</summary>
    public static IReadOnlyList<Difference> Unlike(SummaryDocument before, SummaryDocument after) =>
        [.. Differences(MustMatch, before, after), .. Differences(Others(before, after), before, after)];

    /// <summary>Empty when it is a run against itself (A/A).</summary>
    public static IReadOnlyList<Difference> Subject(SummaryDocument before, SummaryDocument after) => Differences(MayDiffer, before, after);

    /// <summary>The facts that the system under test adds.</summary>
    private static IEnumerable<(string Field, Func<SummaryDocument, object?> Value)> Others(
        SummaryDocument before, SummaryDocument after) =>
        before.Environment.Others.Keys.Union(after.Environment.Others.Keys).Order(StringComparer.Ordinal)
            .Select(name => (name, (Func<SummaryDocument, object?>)(run => Other(run, name))));

    private static string? Other(SummaryDocument run, string name) =>
        run.Environment.Others.TryGetValue(name, out var value) ? value.ToString() : null;

    private static IReadOnlyList<Difference> Differences(
        IEnumerable<(string Field, Func<SummaryDocument, object?> Value)> fields, SummaryDocument before, SummaryDocument after) =>
    [
        .. fields.Select(field => new Difference(field.Field, Text(field.Value(before)), Text(field.Value(after))))
            .Where(pair => pair.Before != pair.After),
    ];

    private static string Text(object? value) =>
        Convert.ToString(value, CultureInfo.InvariantCulture) is { Length: > 0 } text ? text : "(none)";
}
