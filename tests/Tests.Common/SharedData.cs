namespace Tests.Common;

/// <summary>Real files and services that lie beside the repository, in <c>../shared</c>: too large or not ours to commit.</summary>
public static class SharedData
{
    /// <summary>The folder with Solution.sln.</summary>
    public static string RepositoryRoot { get; } = FindRepositoryRoot();

    /// <summary>Absolute path of a file or folder in there, such as <c>At("data", "pdfs")</c>; it need not exist.</summary>
    public static string At(params ReadOnlySpan<string> parts) =>
        Path.GetFullPath(Path.Combine([RepositoryRoot, "..", "shared", .. parts]));

    /// <summary>
    /// <see cref="At"/>, when it is there. When it is not the test is skipped, saying so; with CI=true in the environment it
    /// fails instead, for there a silent skip would look like a pass.
    /// </summary>
    public static string SkipUnlessPresent(params ReadOnlySpan<string> parts)
    {
        var path = At(parts);
        if (Path.Exists(path))
        {
            return path;
        }

        var reason = $"{path} is not there: this test needs it.";
        if (string.Equals(Environment.GetEnvironmentVariable("CI"), "true", StringComparison.OrdinalIgnoreCase))
        {
            Assert.Fail(reason);
        }

        Assert.Skip(reason);
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
