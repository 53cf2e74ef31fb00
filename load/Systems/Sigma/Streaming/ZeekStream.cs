using System.Text;
using Load.Commands;

namespace Load.Systems.Sigma.Streaming;

/// <summary>The nine records that the published tables were measured with, and the rules of their cases, from ../shared.</summary>
internal static class ZeekStream
{
    /// <summary>Each of the cases matches one of the nine (EXPECTED.tsv beside the records).</summary>
    public const int MatchesOfNine = 1;

    private static readonly string Folder = Path.Combine(ProjectFolder.SharedData, "sigma");
    private static readonly string Nine = Path.Combine(Folder, "zeek", "zeek-dns.out");

    private static readonly Lazy<IReadOnlyList<byte[]>> Read = new(
        () => [.. File.ReadLines(Nine).Where(line => line.Length > 0).Select(Encoding.UTF8.GetBytes)]);

    /// <summary>Why nothing can be measured with them; null when it can.</summary>
    public static string? Obstacle => File.Exists(Nine) ? null : $"the published records are not there: {Nine}";

    public static IReadOnlyList<byte[]> Records => Read.Value;

    /// <param name="rules">A published case, such as <c>case-4</c>.</param>
    /// <returns>The folder of its rules.</returns>
    public static string RulesOf(string rules) => Path.Combine(Folder, "benchmark-rules", rules["case-".Length..]);
}
