using System.Text.RegularExpressions;

namespace House.Tests.Sources;

/// <summary>A C# file as the house's tests see it.</summary>
/// <param name="Path">Below its project's folder, with <c>/</c>.</param>
/// <param name="Code">Without comments and literals.</param>
internal sealed partial record SourceFile(string Path, string Code)
{
    private readonly Lazy<HashSet<string>> _words = new(() => [.. Word().Matches(Code).Select(match => match.Value)]);

    /// <summary>The folders that it lies in, from the project down.</summary>
    public IReadOnlyList<string> Folders { get; } = Path.Split('/')[..^1];

    /// <summary>Empty when the file has none.</summary>
    public string Namespace { get; } = NamespaceLine().Match(Code) is { Success: true } line ? line.Groups[1].Value : "";

    /// <summary>Namespaces and types that <c>using</c> lines name, those of an alias among them.</summary>
    public IReadOnlyList<string> Usings { get; } = [.. UsingLine().Matches(Code).Select(match => match.Groups[1].Value)];

    /// <summary>Types that are declared in the file's namespace; nested and <c>file</c> types are nobody else's.</summary>
    public IReadOnlyList<string> Types { get; } = [.. TypeLine().Matches(Code).Select(match => match.Groups[1].Value).Distinct()];

    /// <summary>Every identifier and keyword, once.</summary>
    public IReadOnlyCollection<string> Words => _words.Value;

    public static SourceFile Of(string path, string source) => new(path, CodeText.Of(source));

    /// <summary>Whether the word stands somewhere in the code.</summary>
    public bool Says(string word) => _words.Value.Contains(word);

    /// <summary>Whether the word stands there with that qualifier in front of it.</summary>
    public bool Says(string qualifier, string word) => Says(qualifier) && Regex.IsMatch(Code, $@"\b{Regex.Escape(qualifier)}\.{word}\b");

    [GeneratedRegex(@"\w+")]
    private static partial Regex Word();

    [GeneratedRegex(@"^namespace ([\w.]+)", RegexOptions.Multiline)]
    private static partial Regex NamespaceLine();

    [GeneratedRegex(@"^(?:global )?using (?:static )?(?:\w+ = )?([\w.]+)", RegexOptions.Multiline)]
    private static partial Regex UsingLine();

    [GeneratedRegex(
        @"^(?!file )(?:[a-z]+ )*(?:class|struct|interface|enum|record(?: class| struct)?|delegate [\w<>?,. ]+?) (\w+)",
        RegexOptions.Multiline)]
    private static partial Regex TypeLine();
}
