using Sigma.Engine.Rules;

namespace Sigma.Streams.RuleFiles;

/// <summary>Files of rules: by name, or all YAML files of a folder.</summary>
internal static class RuleFolder
{
    /// <summary>In the order of the paths as named, those of a folder by their own: so the same rules always have the same order.</summary>
    public static IEnumerable<RuleText> Read(IEnumerable<string> paths) =>
        Files(paths).Select(file => new RuleText(file, File.ReadAllText(file)));

    /// <summary>What the files look like from outside: another state is another content.</summary>
    public static IReadOnlyList<RuleFileState> States(IEnumerable<string> paths) => [.. Files(paths).Select(file =>
    {
        var info = new FileInfo(file);
        return info.Exists ? new RuleFileState(file, info.Length, info.LastWriteTimeUtc) : new(file, -1, default);
    })];

    private static IEnumerable<string> Files(IEnumerable<string> paths) =>
        paths.SelectMany(IEnumerable<string> (path) => Directory.Exists(path) ? Find(path) : [path]);

    private static IEnumerable<string> Find(string folder) => Directory.EnumerateFiles(folder, "*", SearchOption.AllDirectories)
        .Where(file => Path.GetExtension(file) is ".yml" or ".yaml")
        .Order(StringComparer.Ordinal);
}

/// <param name="File">Its path.</param>
/// <param name="Length">In bytes; -1 when it is gone.</param>
/// <param name="Written">When it was written last.</param>
internal sealed record RuleFileState(string File, long Length, DateTime Written);
