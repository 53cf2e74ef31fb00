using System.Diagnostics;

namespace Load.Crash.Servers;

/// <summary>
/// Starts, kills and stops the servers that the service depends on, through a script: <c>up NAME [options]</c> prints an address,
/// <c>kill elasticsearch N</c>, <c>down</c>. What it starts lives in a folder of its own, so that nobody else's servers are touched.
/// </summary>
internal sealed class ServerScript : IAsyncDisposable
{
    private const UnixFileMode OpenToAll =
        UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute
        | UnixFileMode.GroupRead | UnixFileMode.GroupExecute | UnixFileMode.OtherRead | UnixFileMode.OtherExecute;

    private readonly string _path;

    /// <exception cref="LabException">There is no such script, or it could not run here.</exception>
    public ServerScript(string path)
    {
        if (OperatingSystem.IsWindows() || !File.Exists(path))
        {
            throw new LabException(
                $"There is no {path}: name the script that starts Elasticsearch and Toxiproxy with --servers (a shell script; not for Windows).");
        }

        _path = path;

        // Elasticsearch does not run as root: started by root it runs as another user, who must get in. The temporary folder
        // that the environment names may be closed to others; /tmp never is.
        Home = $"/tmp/analyzer-crash-servers-{Path.GetRandomFileName()}";
        Directory.CreateDirectory(Home, OpenToAll);
    }

    /// <summary>Under it each server has its folder.</summary>
    public string Home { get; }

    /// <returns>What it printed.</returns>
    /// <exception cref="LabException">It failed, with what it said.</exception>
    public Task<string> RunAsync(CancellationToken cancellationToken, params string[] arguments) =>
        ShellAsync($"'{_path}' {string.Join(' ', arguments)}", cancellationToken);

    /// <summary>Runs a command as the script would, with its environment.</summary>
    /// <inheritdoc cref="RunAsync"/>
    public async Task<string> ShellAsync(string command, CancellationToken cancellationToken)
    {
        // Its output goes to files: pipes would stay open for as long as the servers live, which inherit them.
        var (output, errors) = (Path.Combine(Home, "output"), Path.Combine(Home, "errors"));
        var start = new ProcessStartInfo("/bin/sh", ["-c", $"{{ {command}\n}} > '{output}' 2> '{errors}'"]) { Environment = { ["SERVICES_HOME"] = Home } };
        using var process = Process.Start(start)!;
        try
        {
            await process.WaitForExitAsync(cancellationToken);
        }
        catch (OperationCanceledException)
        {
            process.Kill(entireProcessTree: true);
            throw;
        }

        return process.ExitCode == 0
            ? (await File.ReadAllTextAsync(output, cancellationToken)).Trim()
            : throw new LabException($"{command}: {await File.ReadAllTextAsync(errors, cancellationToken)}{LastWords()}");
    }

    /// <summary>What the servers said last: their logs go with the folder.</summary>
    private string LastWords() =>
        string.Join('\n', Directory.GetFiles(Home, "out.log", SearchOption.AllDirectories).SelectMany(log => File.ReadLines(log).TakeLast(3)));

    public async ValueTask DisposeAsync()
    {
        await RunAsync(CancellationToken.None, "down");
        Directory.Delete(Home, recursive: true);
    }
}
