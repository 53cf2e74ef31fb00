using System.Globalization;
using System.Text;
using Sigma.Engine;
using Sigma.Engine.Mapping;
using Sigma.Engine.Matching;
using Sigma.Engine.Rules;

namespace Microbenchmarks;

/// <summary>Rules over records, and how often they have to fire: a wrong engine must not look fast.</summary>
/// <param name="Name">The name of the case.</param>
/// <param name="Rules">In YAML.</param>
/// <param name="Records">The stream.</param>
/// <param name="Matches">
/// The matches in one pass over the records; null if unknown, and then every pass has to agree with the first.
/// </param>
/// <param name="Mapping">How the records call fields.</param>
internal sealed record SigmaCase(
    string Name, IReadOnlyList<RuleText> Rules, IReadOnlyList<byte[]> Records, long? Matches, EventMapping Mapping)
{
    private static readonly string[] Kinds = ["exact", "contains", "endswith", "startswith", "mixed"];
    private static readonly int[] Counts = [1, 100, 1_000, 10_000];

    /// <summary>Made-up rules over made-up events of Windows; see <see cref="SigmaWindows"/>.</summary>
    public const string Windows = "windows-2850";

    private readonly Lazy<CompiledRules> _rules = new(() =>
        CompiledRules.Compile(RuleLoader.Load(Rules, Placeholders.None), Mapping, routes: true, []));

    private RecordMatcher? _matcher;

    private long? _matches = Matches;

    /// <summary>The cases of the published tables; case 3 by the length test that the rule is, and by the general way.</summary>
    public static IReadOnlyList<string> Published { get; } = ["case-1", "case-3", "case-3-regex", "case-4"];

    /// <summary>Those, and what they leave out: distinct literals of each kind, and all at once; and as many that hit.</summary>
    public static IReadOnlyList<string> Distinct { get; } =
        [.. Published, .. from kind in Kinds from count in Counts select $"{count}-{kind}", .. Kinds.Select(kind => $"1000-{kind}-hits")];

    /// <summary>The records that a case is about, but for the published ones.</summary>
    public static IReadOnlyList<byte[]> RecordsOf(string name, int count, int seed) =>
        name == Windows ? SigmaWindows.MakeEvents(count) : SigmaRecords.Distinct(count, seed);

    public static SigmaCase Of(string name, IReadOnlyList<byte[]> records)
    {
        if (name == Windows)
        {
            var rules = SigmaWindows.MakeRules().Select((text, number) => new RuleText($"{number}.yml", text));
            return new(name, [.. rules], records, null, MappingReader.Load("windows"));
        }

        var uids = SigmaRecords.Values(records, "uid");
        var first = uids.Count(uid => uid == uids[0]);
        var all = records.Count;
        return name switch
        {
            "case-1" => Make(name, [Rule($"uid: {uids[0]}")], records, first),
            "case-3" => Make(name, [Rule("query|re: '^.{50}.*$'")], records, Long(records)),
            "case-3-regex" => Make(name, [Rule("query|re: '^.{50}.*?$'")], records, Long(records)),
            "case-4" => Make(
                name, [.. Enumerable.Repeat(Rule("uid: xxxxxxxxxxxxx"), 99), Rule($"uid: {uids[0]}")], records, first),
            "1000-exact-hits" => Make(name, [.. uids.Distinct().Take(1000).Select(uid => Rule($"uid: {uid}"))], records,
                uids.Count(uids.Distinct().Take(1000).ToHashSet().Contains)),
            _ when name.Split('-') is ["1000", var kind, "hits"] => Make(name, [.. Search(999, kind), Rule(Hit(kind))], records, all),
            _ when name.Split('-') is [var count, var kind] =>
                Make(name, Search(int.Parse(count, CultureInfo.InvariantCulture), kind), records, 0),
            _ => throw new ArgumentException($"No case is called {name}.", nameof(name)),
        };
    }

    /// <summary>The user's own files: <c>SIGMA_RULES</c>, <c>SIGMA_EVENTS</c> (a record a line) and <c>SIGMA_MAPPING</c>.</summary>
    public static SigmaCase Own(int records)
    {
        var rules = Directory.EnumerateFiles(Named("SIGMA_RULES"), "*.yml", SearchOption.AllDirectories).Order(StringComparer.Ordinal)
            .Select(file => new RuleText(file, File.ReadAllText(file))).ToList();
        var lines = File.ReadLines(Named("SIGMA_EVENTS")).Where(line => line.Length > 0).Take(records)
            .Select(Encoding.UTF8.GetBytes).ToArray();
        var mapping = Environment.GetEnvironmentVariable("SIGMA_MAPPING") is { Length: > 0 } name
            ? MappingReader.Load(name)
            : EventMapping.None;
        return new("own rules", rules, [.. Enumerable.Range(0, records).Select(i => lines[i % lines.Length])], null, mapping);
    }

    public static string Rule(string search) =>
        $"title: Case\nlogsource: {{ product: zeek, service: dns }}\ndetection:\n  s:\n    {search}\n  condition: s\n";

    /// <summary>Makes a copy for another thread; all copies share the rules.</summary>
    public RecordMatcher NewMatcher() => new(_rules.Value);

    /// <returns>How many rules fired.</returns>
    public long Evaluate()
    {
        var matcher = _matcher ??= NewMatcher();
        var matches = 0L;
        foreach (var record in Records)
        {
            matches += matcher.Evaluate(record).Matches.Count;
        }

        _matches ??= matches;
        return matches == _matches
            ? matches
            : throw new InvalidOperationException($"{Name}: {matches} matches, and {_matches} are right.");
    }

    private static string Named(string variable) => Environment.GetEnvironmentVariable(variable) is { Length: > 0 } value
        ? value
        : throw new ArgumentException($"{variable} is not set: give --rules and --events.");

    private static SigmaCase Make(string name, IEnumerable<string> rules, IReadOnlyList<byte[]> records, long matches) =>
        new(name, [.. rules.Select(text => new RuleText("case.yml", text))], records, matches, EventMapping.None);

    private static IEnumerable<string> Search(int count, string kind) =>
        Enumerable.Range(0, count).Select(i => Rule(kind == "mixed" ? Mixed(i) : Literal(kind, i)));

    private static string Literal(string kind, int i) => kind switch
    {
        "exact" => $"uid: C{i:x17}",
        "contains" => $"query|contains: 'q{i:x6}w'",
        "startswith" => $"query|startswith: 'q{i:x6}w'",
        _ => $"query|endswith: '.q{i:x6}.example'",
    };

    /// <summary>Each of the made-up records has it.</summary>
    private static string Hit(string kind) => kind switch
    {
        "contains" => "query|contains: 'wc.yahoodns'",
        "startswith" => "query|startswith: 'r'",
        "endswith" => "query|endswith: '.wc.yahoodns.net'",
        _ => "answers|contains: '69.147.'",
    };

    private static string Mixed(int i) => (i % 7) switch
    {
        0 => Literal("exact", i),
        1 => Literal("contains", i),
        2 => Literal("endswith", i),
        3 => $"id.orig_h|startswith: '203.0.{i}.'",
        4 => $"qtype_name: TYPE{i}",
        5 => $"trans_id: {100_000 + i}",
        _ => $"answers|contains: 'a{i:x6}w'",
    };

    private static long Long(IReadOnlyList<byte[]> records) =>
        SigmaRecords.Values(records, "query").LongCount(query => query.Length >= 50);
}
