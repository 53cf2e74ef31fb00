using System.Text.Json;

namespace Microbenchmarks;

/// <summary>
/// 2,850 Windows rules, which is SigmaHQ's number, and Windows events of 1 KB, made up from a seed. The shape is that of SigmaHQ's
/// Windows rules of August 2026, counted: half are about new processes; of their searches 32 % end with a value, 30 % contain one, 11 %
/// contain all of several, 6 % begin with one, 2 % are regular expressions; four of ten are narrowed by a filter. Rules and events use the
/// same words, the common ones often, so that a rule's literals are found in events that it does not fire on.
/// </summary>
internal static class SigmaWindows
{
    public const int Rules = 2_850;

    private const int Programs = 200;
    private const int Words = 3_000;
    private const int Seed = 17;

    /// <summary>How many of a hundred rules are about what, in which field they look for it, and the number of such an event.</summary>
    private static readonly (int Share, string Category, string Field, int EventId)[] Kinds =
    [
        (50, "process_creation", "CommandLine", 1), (12, "registry_set", "Details", 13), (9, "file_event", "TargetFilename", 11),
        (8, "image_load", "ImageLoaded", 7), (6, "network_connection", "DestinationHostname", 3), (5, "dns_query", "QueryName", 22),
        (5, "process_access", "CallTrace", 10), (5, "pipe_created", "PipeName", 17),
    ];

    /// <returns>Each in YAML.</returns>
    public static IReadOnlyList<string> MakeRules(int count = Rules)
    {
        var random = new Random(Seed);
        return [.. Enumerable.Range(0, count).Select(number => MakeRule(random, number))];
    }

    /// <returns>Each a JSON object of one line.</returns>
    public static IReadOnlyList<byte[]> MakeEvents(int count)
    {
        var random = new Random(Seed + 1);
        return [.. Enumerable.Range(0, count).Select(_ => MakeEvent(random))];
    }

    private static string MakeRule(Random random, int number)
    {
        var kind = Kind(random);
        var filter = random.Next(10) < 4;
        return $"""
            title: Made up {number}
            id: {number:x8}-0000-4000-8000-000000000000
            level: medium
            logsource: {Braces($"product: windows, category: {kind.Category}")}
            detection:
              selection_img:
                Image|endswith: [{Quoted(random, 1 + random.Next(3), () => $@"\{Program(random)}.exe")}]
              selection_value:
                {Search(random, kind.Field)}
              {(filter ? $"filter_main: {Braces($@"ParentImage|startswith: 'C:\Program Files\{Word(random)}\'")}" : "# no filter")}
              condition: {(random.Next(5) == 0 ? "1" : "all")} of selection_*{(filter ? " and not 1 of filter_*" : "")}
            """;
    }

    private static string Braces(string map) => "{ " + map + " }";

    private static string Search(Random random, string field) => random.Next(100) switch
    {
        < 3 => $"{field}|re: '{Word(random)}\\s+.{{3,20}}\\d+'",
        < 45 => $"{field}|contains: [{Quoted(random, 1 + random.Next(4), () => Phrase(random))}]",
        < 65 => $"{field}|contains|all: [{Quoted(random, 2 + random.Next(2), () => Phrase(random))}]",
        < 70 => $"{field}|contains|windash: [{Quoted(random, 1, () => $" -{Word(random)}")}]",
        < 92 => $"{field}|endswith: [{Quoted(random, 1 + random.Next(3), () => $@"\{Word(random)}.{Word(random)[..3]}")}]",
        _ => $"{field}|startswith: [{Quoted(random, 1 + random.Next(2), () => $@"C:\{Word(random)}\")}]",
    };

    private static byte[] MakeEvent(Random random)
    {
        var kind = Kind(random);
        return JsonSerializer.SerializeToUtf8Bytes(new Dictionary<string, object>
        {
            ["EventID"] = kind.EventId,
            ["Channel"] = "Microsoft-Windows-Sysmon/Operational",
            ["Provider_Name"] = "Microsoft-Windows-Sysmon",
            ["Computer"] = $"host{random.Next(500)}.corp.example",
            ["UtcTime"] = $"2026-08-05 10:{random.Next(60):00}:{random.Next(60):00}.{random.Next(1000):000}",
            ["ProcessGuid"] = $"{{{random.NextInt64():x16}-{random.NextInt64():x16}}}",
            ["ProcessId"] = random.Next(65536),
            ["Image"] = $@"C:\Windows\System32\{Program(random)}.exe",
            ["ParentImage"] = $@"C:\Program Files\{Word(random)}\{Program(random)}.exe",
            ["OriginalFileName"] = $"{Program(random)}.exe",
            ["Company"] = "Microsoft Corporation",
            ["User"] = $@"CORP\user{random.Next(2000)}",
            ["IntegrityLevel"] = "Medium",
            ["CurrentDirectory"] = $@"C:\Users\user{random.Next(2000)}\{Word(random)}\",
            [kind.Field] = Text(random),
            ["ParentCommandLine"] = Text(random),
            ["Hashes"] = $"MD5={random.NextInt64():X16}{random.NextInt64():X16},IMPHASH={random.NextInt64():X16}{random.NextInt64():X16}",
        });
    }

    private static (int Share, string Category, string Field, int EventId) Kind(Random random)
    {
        var left = random.Next(100);
        return Kinds.First(kind => (left -= kind.Share) < 0);
    }

    /// <summary>Some 200 characters, as a command line or a path with its arguments.</summary>
    private static string Text(Random random) =>
        $@"C:\{Word(random)}\{Program(random)}.exe -{Word(random)} " + string.Join(
            random.Next(2) == 0 ? " " : @"\", Enumerable.Range(0, 18).Select(_ => Word(random))) + $" {random.Next(100_000)}";

    private static string Phrase(Random random) =>
        random.Next(3) == 0 ? $"{Word(random)} {Word(random)}" : $"{Word(random)}{Word(random)[..2]}";

    private static string Quoted(Random random, int count, Func<string> value) =>
        string.Join(", ", Enumerable.Range(0, count).Select(_ => $"'{value()}'"));

    private static string Program(Random random) => $"prog{Common(random, Programs)}";

    /// <summary>Six or seven letters that look like a word, the same for the same number.</summary>
    private static string Word(Random random)
    {
        const string Consonants = "bcdfghklmnprstvwz";
        const string Vowels = "aeiou";
        var number = (Common(random, Words) * 7919) + 1;
        return string.Create(6 + (number % 2), number, static (letters, rest) =>
        {
            for (var i = 0; i < letters.Length; i++)
            {
                var of = i % 2 == 0 ? Consonants : Vowels;
                letters[i] = of[(rest + i) % of.Length];
                rest = (rest / 3) + (rest * i % 101);
            }
        });
    }

    /// <summary>A number below the count, small ones far more often.</summary>
    private static int Common(Random random, int count) => (int)(count * Math.Pow(random.NextDouble(), 3));
}
