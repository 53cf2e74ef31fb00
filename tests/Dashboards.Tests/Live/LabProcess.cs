using System.Diagnostics;
using System.Reflection;

namespace Dashboards.Tests.Live;

/// <summary>The lab as a person starts it.</summary>
internal static class LabProcess
{
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(5);

    /// <summary>Runs it to its end; fails the test when it exits with another code than 0.</summary>
    /// <param name="arguments">As after <c>dotnet run --project load --</c>.</param>
    public static async Task RunAsync(params string[] arguments)
    {
        var configuration = typeof(LabProcess).Assembly.GetCustomAttribute<AssemblyConfigurationAttribute>()!.Configuration;
        using var lab = Process.Start(new ProcessStartInfo("dotnet", ["run", "--project", "load", "--no-build", "--configuration", configuration, "--", .. arguments])
        {
            WorkingDirectory = SharedData.RepositoryRoot,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        })!;
        try
        {
            var said = Task.WhenAll(lab.StandardOutput.ReadToEndAsync(CancellationToken.None), lab.StandardError.ReadToEndAsync(CancellationToken.None));
            var output = string.Concat(await said.WaitAsync(Patience));
            await lab.WaitForExitAsync(CancellationToken.None).WaitAsync(Patience);
            lab.ExitCode.ShouldBe(0, output);
        }
        finally
        {
            if (!lab.HasExited)
            {
                lab.Kill(entireProcessTree: true);
            }
        }
    }
}
