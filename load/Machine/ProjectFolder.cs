using System.Reflection;

namespace Load.Machine;

/// <summary>The folder of the lab's sources, wherever it is started from, and what lies beside it.</summary>
internal static class ProjectFolder
{
    private static readonly string Sources =
        Assembly.GetExecutingAssembly().GetCustomAttributes<AssemblyMetadataAttribute>()
            .First(data => data.Key == "ProjectDirectory").Value!;

    /// <summary>The folder of the repository.</summary>
    public static string Repository => Path.GetFullPath(Path.Combine(Sources, ".."));

    /// <summary>The folder for the results of runs, unless somebody names another.</summary>
    public static string Results => Path.Combine(Sources, "results");

    /// <summary>The script that starts other servers, which lies beside the repository.</summary>
    public static string ServerScript => Path.Combine(Shared, "services", "services");

    /// <summary>A native library that lies beside the repository, whether or not it is there.</summary>
    public static string ServerLibrary(string name) => Path.Combine(Shared, "services", name);

    /// <summary>Documents, records and rules of others, which lie beside the repository.</summary>
    public static string SharedData => Path.Combine(Shared, "data");

    private static string Shared => Path.GetFullPath(Path.Combine(Repository, "..", "shared"));
}
