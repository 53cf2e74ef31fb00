using System.Diagnostics;

namespace Tests.Common;

/// <summary>The shared script that starts and stops real servers, and the folder in which it keeps those of one fixture.</summary>
internal sealed class ServicesScript(string path, TempDirectory home)
{
    public static ServicesScript SkipUnlessPresent(TempDirectory home) => new(SharedData.SkipUnlessPresent("services", "services"), home);

    /// <summary>Has the script take a server from where it was unpacked before, which saves unpacking it again.</summary>
    /// <param name="server">Its name, such as kafka.</param>
    /// <param name="variable">The environment variable that names the folder; without it nothing is done.</param>
    public void Reuse(string server, string variable)
    {
        if (Environment.GetEnvironmentVariable(variable) is { Length: > 0 } unpacked)
        {
            Directory.CreateDirectory(home.Combine("home"));
            Directory.CreateSymbolicLink(home.Combine("home", server), unpacked);
        }
    }

    /// <returns>The standard output, such as the address of a server that was started.</returns>
    public async Task<string> RunAsync(params string[] arguments)
    {
        // Output goes to files: the server inherits a pipe and would keep it open for as long as it lives.
        var output = home.Combine("out");
        var command = $"'{path}' {string.Join(' ', arguments)} > '{output}' 2> '{home.Combine("log")}'";
        var start = new ProcessStartInfo("/bin/sh", ["-c", command]) { Environment = { ["SERVICES_HOME"] = home.Combine("home") } };
        using var process = Process.Start(start)!;
        await process.WaitForExitAsync(CancellationToken.None);
        process.ExitCode.ShouldBe(0, File.ReadAllText(home.Combine("log")));
        return File.ReadAllText(output).Trim();
    }
}
