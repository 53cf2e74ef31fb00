using System.Reflection;
using System.Runtime.Loader;

/// <summary>
/// The way into a host that does not know this assembly: <c>DOTNET_STARTUP_HOOKS</c> takes a path, and what is named to
/// <c>ASPNETCORE_HOSTINGSTARTUPASSEMBLIES</c> is then found beside it. The runtime wants this class, of this name and in no namespace.
/// </summary>
/// <remarks>
/// <c>DOTNET_ADDITIONAL_DEPS</c> does not do it alone: the runtime looks for the assets that such a file names beside the host and in
/// package folders, never beside the file itself.
/// </remarks>
#pragma warning disable CA1050 // The runtime looks for the class in no namespace.
internal static class StartupHook
#pragma warning restore CA1050
{
    public static void Initialize()
    {
        var folder = Path.GetDirectoryName(typeof(StartupHook).Assembly.Location)!;
        AssemblyLoadContext.Default.Resolving += (context, name) => Load(context, Path.Combine(folder, name.Name + ".dll"));
    }

    private static Assembly? Load(AssemblyLoadContext context, string path) =>
        File.Exists(path) ? context.LoadFromAssemblyPath(path) : null;
}
