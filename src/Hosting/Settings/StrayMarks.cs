using System.Text.RegularExpressions;

namespace Hosting.Settings;

/// <summary>
/// Marks in a value that belong to how somebody wrote it: quotation marks that a file of variables keeps, line ends of <c>echo</c> and of
/// Windows, variables that nobody replaced, paths of another system. Without a word a host would use a file with a name that nobody sees,
/// or a password that is another one.
/// </summary>
/// <param name="configuration">All sources.</param>
internal sealed partial class StrayMarks(IConfiguration configuration)
{
    /// <summary>A key or a certificate in the value itself, as Kafka's client takes them, has lines.</summary>
    private const string Pem = "-----BEGIN ";

    private readonly SettingOrigins _origins = new(configuration);

    /// <returns>What is wrong with the value of a key, and what to do, in a sentence without the value; null if nothing is.</returns>
    /// <param name="key">With its section.</param>
    public string? Problem(string key)
    {
        if (configuration[key] is not { Length: > 0 } text)
        {
            return null;
        }

        var isOfFile = _origins.IsOfFile(key);
        var problem = Control(text, isOfFile)
            ?? (IsQuoted(text) && !(isOfFile && Setting.IsSecretName(key))
                ? "stands in quotation marks, which belong to the value here: leave them out." : null)
            ?? (Placeholder(text, Setting.IsSecretName(key)) is { } name
                ? $"has {name}, which is replaced by shells and other programs, but not here: write the value itself." : null)
            ?? (!OperatingSystem.IsWindows() && !Setting.IsSecretName(key) && WindowsPath().IsMatch(text)
                ? "is a path of Windows: write one of this system." : null);
        return problem is null ? null : $"{key}{_origins.Remark(key)} {problem}";
    }

    private static string? Control(string text, bool isOfFile) =>
        !text.Any(char.IsControl) || text.StartsWith(Pem, StringComparison.Ordinal) ? null

        // "C:\temp" is a colon, a tabulator and "emp" in JSON.
        : isOfFile ? "has a control character: in JSON write \\\\ for each backslash."
        : text.Contains('\r')
            ? "has a carriage return, as lines of Windows end with one: save the file that it comes from with line ends of Unix."
        : text.IndexOf('\n') == text.Length - 1 ? "ends with a line end, as echo adds one: make the value with printf."
        : text.Contains('\n') ? "has several lines: write it in one, and a list with commas."
        : "has a control character.";

    private static bool IsQuoted(string text) => text.Trim() is ['"', .., '"'] or ['\'', .., '\''];

    /// <param name="text">The value.</param>
    /// <param name="isSecret">A secret may have any characters: only one that is a placeholder as a whole is taken for one.</param>
    private static string? Placeholder(string text, bool isSecret)
    {
        var found = Placeholders().Match(text);
        return found.Success
            && (!isSecret || (found.Length == text.Length && text[^1] is '}' or ')'))
            && (text[found.Index] != '%' || !text.Contains("://", StringComparison.Ordinal)) // %2F in an address
                ? found.Value : null;
    }

    // ${A}, ${A:-b} and $(A) of shells, compose and Kubernetes, #{A} of Octopus and Azure Pipelines, {{ a }} and <%= a %> of templates, %A%
    // of Windows, ~/ and $A/ of paths.
    [GeneratedRegex(@"[$#]\{[^{}]+\}|<%[^%]*%>|\$\([A-Za-z_]\w*\)|\{\{[^{}]*\}\}|%[A-Za-z_]\w*%|^~(?=[/\\]|$)|^\$[A-Za-z_]\w*(?=[/\\]|$)")]
    private static partial Regex Placeholders();

    [GeneratedRegex(@"^(?:[A-Za-z]:[\\/](?![\\/])|\\\\[^\\])")]
    private static partial Regex WindowsPath();
}
