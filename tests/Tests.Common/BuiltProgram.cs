using System.Diagnostics;

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

    /// <summary>An executable may have another name than its project, and programs that it references beside it.</summary>
    private static string AssemblyOf(string project)
    {
        const string Configuration = ".runtimeconfig.json";
        var own = Path.Combine(Folder(project), $"{project}{Configuration}");
        var configuration = File.Exists(own) ? own : Directory.GetFiles(Folder(project), $"*{Configuration}").Single();
        return $"{configuration[..^Configuration.Length]}.dll";
    }

    /// <param name="project">Its name.</param>
    /// <param name="folder">The working directory.</param>
    /// <param name="arguments">The arguments that a shell would pass.</param>
    public static BuiltProgram Start(string project, string folder, params string[] arguments) => new(Process.Start(
        new ProcessStartInfo("dotnet", [AssemblyOf(project), .. arguments])
        {
            WorkingDirectory = folder,
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        })!);

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
