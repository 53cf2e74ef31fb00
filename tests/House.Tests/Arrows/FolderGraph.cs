using House.Tests.Sources;

namespace House.Tests.Arrows;

/// <summary>The arrows between the folders that lie side by side in a folder of a project.</summary>
/// <remarks>
/// A file points at a folder when a <c>using</c> line names a namespace that is declared there and nowhere else, or when its code says the
/// name of a type in there that it can see: by a namespace around its own, by one that several folders share, or with the folder's
/// name in front. The files that lie in the parent itself count as the folder <c>.</c>, at the top of a project only: there they are the
/// program, which points at everything and at which nothing may point.
/// </remarks>
internal static class FolderGraph
{
    private const string Own = ".";

    /// <returns>A graph for every folder that has folders, by its path; the project itself is the empty path.</returns>
    public static IEnumerable<(string Folder, Graph Graph)> Of(IReadOnlyList<SourceFile> files) =>
        files.SelectMany(file => Enumerable.Range(0, file.Folders.Count + 1).Select(depth => string.Join('/', file.Folders.Take(depth))))
            .Distinct().Order(StringComparer.Ordinal).Select(folder => (folder, Of(files, folder)));

    private static Graph Of(IReadOnlyList<SourceFile> files, string folder)
    {
        string[] above = folder.Length == 0 ? [] : folder.Split('/');
        var rooms = files.Where(file => file.Folders.Take(above.Length).SequenceEqual(above))
            .GroupBy(file => file.Folders.Count > above.Length ? file.Folders[above.Length] : Own)
            .Where(room => room.Key != Own || above.Length == 0)
            .Select(room => new Room(room.Key, [.. room])).ToList();
        var namespaces = rooms.SelectMany(room => room.Namespaces).ToList();
        var shared = namespaces.CountBy(name => name).Where(counted => counted.Value > 1).Select(counted => counted.Key).ToHashSet();

        var graph = new Graph();
        foreach (var room in rooms)
        {
            foreach (var (file, other) in room.Files.SelectMany(file => rooms.Where(other => other != room).Select(other => (file, other))))
            {
                if (Reason(file, other, shared) is { } reason)
                {
                    graph.Add(room.Name, other.Name, $"{file.Path}{reason}");
                }
            }
        }

        return graph;
    }

    /// <returns>Null when the file does not point at the room.</returns>
    private static string? Reason(SourceFile file, Room room, HashSet<string> shared)
    {
        if (file.Usings.FirstOrDefault(used => room.Namespaces.Contains(used) && !shared.Contains(used)) is { } line)
        {
            return $": using {line}";
        }

        foreach (var other in room.Files)
        {
            var seen = Sees(file, other.Namespace);
            if (other.Types.FirstOrDefault(type => file.Says(type) && (seen || file.Says(room.Name, type))) is { } type)
            {
                return $" uses {type}";
            }
        }

        return null;
    }

    private static bool Sees(SourceFile file, string name) =>
        file.Namespace == name || file.Namespace.StartsWith($"{name}.", StringComparison.Ordinal) || file.Usings.Contains(name);

    private sealed record Room(string Name, IReadOnlyList<SourceFile> Files)
    {
        public HashSet<string> Namespaces { get; } = [.. Files.Select(file => file.Namespace)];
    }
}
