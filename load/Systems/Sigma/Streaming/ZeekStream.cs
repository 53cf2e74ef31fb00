using System.Text;
using Load.Machine;
using Load.Systems.Sigma.Rows;

namespace Load.Systems.Sigma.Streaming;

/// <summary>The nine records that the published tables were measured with, and the rules of their cases, from ../shared.</summary>
internal static class ZeekStream
{
    /// <summary>Each of the cases matches one of the nine (EXPECTED.tsv beside the records).</summary>
    public const int MatchesOfNine = 1;

    private const string UnmatchedRule = """
        title: Single Field Match Test without a match
        logsource: { product: zeek, service: dns }
        detection:
          single:
            - uid: C93Ohi4w6CSyxU2C6h
          condition: single
        """;

    private static readonly string Folder = Path.Combine(ProjectFolder.SharedData, "sigma");
    private static readonly string Nine = Path.Combine(Folder, "zeek", "zeek-dns.out");

    private static readonly Lazy<IReadOnlyList<byte[]>> Read = new(
        () => [.. File.ReadLines(Nine).Where(line => line.Length > 0).Select(Encoding.UTF8.GetBytes)]);

    /// <summary>Why nothing can be measured with them; null when it can.</summary>
    public static string? Obstacle => File.Exists(Nine) ? null : $"the published records are not there: {Nine}";

    public static IReadOnlyList<byte[]> Records => Read.Value;

    /// <returns>How many of the nine match.</returns>
    public static int MatchesOfNineBy(string rules) => rules == StreamRow.Unmatched ? 0 : MatchesOfNine;

    /// <param name="rules">The value of a row.</param>
    /// <param name="folder">Takes rules that were not published.</param>
    /// <returns>The file or the folder of its rules.</returns>
    public static string RulesOf(string rules, string folder)
    {
        if (rules != StreamRow.Unmatched)
        {
            return RulesOf(rules);
        }

        var file = Path.Combine(folder, $"{rules}.yml");
        Directory.CreateDirectory(folder);
        File.WriteAllText(file, UnmatchedRule);
        return file;
    }

    /// <param name="rules">A published case, such as <c>case-4</c>.</param>
    /// <returns>The folder of its rules.</returns>
    public static string RulesOf(string rules) => Path.Combine(Folder, "benchmark-rules", rules["case-".Length..]);
}
