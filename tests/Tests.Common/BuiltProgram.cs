using System.Diagnostics;
using System.Xml.Linq;

namespace Tests.Common;

/// <summary>A program of this solution as it was built, in a process of its own: not a copy beside the tests.</summary>
public sealed class BuiltProgram : IDisposable
{
    private readonly Task<string> _output;
    private readonly Task<string> _errors;

    private BuiltProgram(Process process)
    {
        Process = process;
        _output = process.StandardOutput.ReadToEndAsync(Cancellation);
        _errors = process.StandardError.ReadToEndAsync(Cancellation);
    }

    public Process Process { get; }

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    /// <summary>Where the build put it: beside the tests, in the same configuration.</summary>
    /// <param name="project">Its name.</param>
    public static string Folder(string project)
    {
        var here = new DirectoryInfo(AppContext.BaseDirectory);
        return Path.Combine(here.Parent!.Parent!.FullName, project, here.Name);
    }

    private static ProcessStartInfo StartInfo(string project, string folder, string[] arguments) =>
        new("dotnet", [AssemblyOf(project), .. arguments])
        {
            WorkingDirectory = folder,
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };

    /// <summary>
    /// The name in the project, because beside the executable there may be an old one of an earlier name, and programs that it references.
    /// </summary>
    private static string AssemblyOf(string project)
    {
        var source = Path.Combine(SharedData.RepositoryRoot, "src", project, $"{project}.csproj");
        var name = File.Exists(source) ? XDocument.Load(source).Descendants("AssemblyName").FirstOrDefault()?.Value : null;
        return Path.Combine(Folder(project), $"{name ?? project}.dll");
    }

    /// <param name="project">Its name.</param>
    /// <param name="folder">The working directory.</param>
    /// <param name="arguments">The arguments that a shell would pass.</param>
    public static BuiltProgram Start(string project, string folder, params string[] arguments) => new(Process.Start(
        StartInfo(project, folder, arguments))!);

    /// <summary>
    /// Starts it with a heap that cannot grow beyond a bound: it ends with "Out of memory" if it holds more at once. This is what a program
    /// needs, on every machine and under every load; the memory that a process has depends on when garbage is collected.
    /// </summary>
    /// <inheritdoc cref="Start"/>
    /// <param name="heapBytes">The bound, which is the runtime's <c>GCHeapHardLimit</c>.</param>
    public static BuiltProgram StartWithin(long heapBytes, string project, string folder, params string[] arguments)
    {
        var start = StartInfo(project, folder, arguments);
        start.Environment["DOTNET_GCHeapHardLimit"] = $"0x{heapBytes:X}";
        return new BuiltProgram(Process.Start(start)!);
    }

    /// <summary>Starts it with a limit of open handles (Linux).</summary>
    /// <inheritdoc cref="Start"/>
    /// <param name="handles">The limit, which it cannot raise itself.</param>
    public static BuiltProgram StartWithHandles(int handles, string project, string folder, params string[] arguments)
    {
        var start = StartInfo(project, folder, arguments);
        start.ArgumentList.Insert(0, start.FileName);
        start.ArgumentList.Insert(0, $"--nofile={handles}");
        start.FileName = "prlimit"; // becomes the program
        return new BuiltProgram(Process.Start(start)!);
    }

    /// <summary>Closes its standard input, and waits for its end.</summary>
    public async Task<(int Code, string Output, string Errors)> EndAsync()
    {
        Process.StandardInput.Close();
        await Process.WaitForExitAsync(Cancellation).Within(Deadline.Default * 2);
        return (Process.ExitCode, await _output, await _errors);
    }

    public void Dispose()
    {
        if (!Process.HasExited)
        {
            Process.Kill();
        }

        Process.Dispose();
    }
}
