using System.Diagnostics;
using Load.Machine;

namespace Load.Servers;

/// <summary>
/// Starts, kills and stops the servers that a system depends on, through a script: <c>up NAME [options]</c> prints an address,
/// <c>kill elasticsearch N</c>, <c>down</c>. The servers live in a folder of their own, so that nobody else's servers are touched.
/// </summary>
internal sealed class ServerScript : IAsyncDisposable
{
    private const UnixFileMode OpenToAll =
        UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute
        | UnixFileMode.GroupRead | UnixFileMode.GroupExecute | UnixFileMode.OtherRead | UnixFileMode.OtherExecute;

    /// <summary>
    /// Ctrl+C goes to all processes of a terminal's session: a script that it ended halfway would leave servers that nobody can find.
    /// </summary>
    private const string NewSession = "/usr/bin/setsid";

    /// <summary>Tells the script where the servers live.</summary>
    internal const string HomeVariable = "SERVICES_HOME";

    private readonly string _path;
    private readonly ServerGuard _guard;

    /// <exception cref="LabException">There is no such script, or it could not run here.</exception>
    public ServerScript(string path)
    {
        if (OperatingSystem.IsWindows() || !File.Exists(path))
        {
            throw new LabException(
                $"There is no {path}: name the script that starts Elasticsearch, Kafka and Toxiproxy with --servers "
                + "(a shell script; not for Windows).");
        }

        _path = path;

        // Elasticsearch does not run as root: where root starts it, it runs as another user, who must be able to enter. Others may be
        // locked out of the temporary folder that the environment names, never of /tmp.
        Home = $"/tmp/crash-servers-{Path.GetRandomFileName()}";
        Directory.CreateDirectory(Home, OpenToAll);
        _guard = new(path, Home, Running);
    }

    /// <summary>Each server has its folder under it.</summary>
    public string Home { get; }

    /// <summary>Holds the session of the command that runs.</summary>
    private string Running => Path.Combine(Home, "running");

    /// <returns>The output of the script.</returns>
    /// <exception cref="LabException">It failed; the message holds what it said.</exception>
    public Task<string> RunAsync(CancellationToken cancellationToken, params string[] arguments) =>
        ShellAsync($"'{_path}' {string.Join(' ', arguments)}", cancellationToken);

    /// <summary>Runs a command as the script would, with its environment.</summary>
    /// <inheritdoc cref="RunAsync"/>
    public async Task<string> ShellAsync(string command, CancellationToken cancellationToken)
    {
        // Output goes to files: the servers inherit a pipe and would keep it open for as long as they live.
        var (output, errors) = (Path.Combine(Home, "output"), Path.Combine(Home, "errors"));
        var apart = Apart(
            "/bin/sh", "-c",
            $"echo $$ > '{Running}'; {{ {command}\n}} > '{output}' 2> '{errors}'; code=$?; rm -f '{Running}'; exit $code");
        var start = new ProcessStartInfo(apart[0], apart[1..])
        {
            Environment = { [HomeVariable] = Home },
        };
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

    public async ValueTask DisposeAsync()
    {
        await RunAsync(CancellationToken.None, "down");
        _guard.Dispose();
        Directory.Delete(Home, recursive: true);
    }

    /// <returns>The command in a session of its own, where the system knows such.</returns>
    internal static string[] Apart(params string[] command) => File.Exists(NewSession) ? [NewSession, .. command] : command;

    /// <summary>The end of each server's log: the logs are removed with the folder.</summary>
    private string LastWords()
    {
        var logs = Directory.GetFiles(Home, "out.log", SearchOption.AllDirectories);
        return string.Join('\n', logs.SelectMany(log => File.ReadLines(log).TakeLast(3)));
    }
}
