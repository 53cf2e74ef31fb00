namespace Tests.Common;

/// <summary>Real files and services in <c>../shared</c>, beside the repository: they are too large, or not ours to commit.</summary>
public static class SharedData
{
    /// <summary>The folder with Solution.sln.</summary>
    public static string RepositoryRoot { get; } = FindRepositoryRoot();

    /// <summary>Returns the absolute path of such a file or folder, for example <c>At("data", "pdfs")</c>; it need not exist.</summary>
    public static string At(params ReadOnlySpan<string> parts) =>
        Path.GetFullPath(Path.Combine([RepositoryRoot, "..", "shared", .. parts]));

    /// <summary>Returns <see cref="At"/>; skips the test where that does not exist (<see cref="MissingPeer"/>).</summary>
    public static string SkipUnlessPresent(params ReadOnlySpan<string> parts)
    {
        var path = At(parts);
        if (!Path.Exists(path))
        {
            MissingPeer.Skip($"{path} is not there: this test needs it.");
        }

        return path;
    }

    private static string FindRepositoryRoot()
    {
        var folder = new DirectoryInfo(AppContext.BaseDirectory);
        while (folder is not null && !File.Exists(Path.Combine(folder.FullName, "Solution.sln")))
        {
            folder = folder.Parent;
        }

        return folder?.FullName ?? throw new InvalidOperationException($"No folder above {AppContext.BaseDirectory} has a Solution.sln.");
    }
}
