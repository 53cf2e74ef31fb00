namespace Analyzer.Service.Tests.Executable;

/// <summary>The service in a process of its own, without the lab's assemblies, which the copy beside the tests has too.</summary>
internal static class ServiceExecutable
{
    private const string Project = "Analyzer.Service";

    public static string Folder => BuiltProgram.Folder(Project);

    /// <param name="folder">The working directory.</param>
    /// <param name="arguments">The arguments that a shell would pass.</param>
    public static BuiltProgram Start(string folder, params string[] arguments) => BuiltProgram.Start(Project, folder, arguments);

    public static async Task<(int Code, string Output, string Errors)> RunAsync(string folder, params string[] arguments)
    {
        using var service = Start(folder, arguments);
        return await service.EndAsync();
    }
}
