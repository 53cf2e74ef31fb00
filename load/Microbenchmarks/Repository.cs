namespace Microbenchmarks;

/// <summary>The folders around the running program.</summary>
internal static class Repository
{
    /// <summary>The folder with Solution.sln; the current one when the program was taken elsewhere.</summary>
    public static string Root { get; } = FindRoot();

    private static string FindRoot()
    {
        var folder = new DirectoryInfo(AppContext.BaseDirectory);
        while (folder is not null && !File.Exists(Path.Combine(folder.FullName, "Solution.sln")))
        {
            folder = folder.Parent;
        }

        return folder?.FullName ?? Environment.CurrentDirectory;
    }
}
