using System.Text.RegularExpressions;

namespace Prober.Tests.Settings;

/// <summary>Tables whose last column names a test.</summary>
internal static partial class NamedTests
{
    private static readonly ILookup<string?, string> Tests = Directory
        .EnumerateFiles(Path.Combine(SharedData.RepositoryRoot, "tests"), "*Tests.cs", SearchOption.AllDirectories)
        .Where(file => file.Contains("Prober")).ToLookup(Path.GetFileNameWithoutExtension, File.ReadAllText);

    /// <summary>The rows of a table behind its head.</summary>
    public static IReadOnlyList<string> RowsOf(string text) => [.. text.Split('\n').Where(line => line.StartsWith("| ")).Skip(2)];

    public static bool IsThere(string row) => Named().Match(row) is { Success: true } named
        && Tests[named.Groups[1].Value].Any(text => text.Contains($" {named.Groups[2].Value}("));

    [GeneratedRegex(@"\| `(\w+)\.(\w+)` \|$")]
    private static partial Regex Named();
}
