using System.Collections.Concurrent;
using System.Diagnostics;
using System.Globalization;
using System.Text.RegularExpressions;

namespace Journal.Tests;

/// <summary>The executable as a person starts it.</summary>
internal sealed partial class JournalProcess : IDisposable
{
    private readonly Process _process;
    private readonly ConcurrentQueue<string> _lines = [];

    public JournalProcess(string folder, params string[] arguments)
    {
        var here = new DirectoryInfo(AppContext.BaseDirectory);
        var assembly = Path.Combine(here.Parent!.Parent!.FullName, "Journal", here.Name, "journal.dll");
        _process = new()
        {
            StartInfo = new("dotnet", [assembly, .. arguments, $"--Journal:DataDirectory={folder}"])
            {
                RedirectStandardOutput = true,
                RedirectStandardError = true,
            },
        };
        _process.OutputDataReceived += (_, line) => Take(line.Data);
        _process.ErrorDataReceived += (_, line) => Take(line.Data);
        _process.Start();
        _process.BeginOutputReadLine();
        _process.BeginErrorReadLine();
    }

    public string Output => string.Join('\n', _lines);

    /// <summary>Runs a command to its end.</summary>
    public static async Task<(int Code, string Output)> RunAsync(string folder, params string[] arguments)
    {
        using var process = new JournalProcess(folder, arguments);
        await process._process.WaitForExitAsync(TestContext.Current.CancellationToken).Within();
        return (process._process.ExitCode, process.Output);
    }

    /// <summary>Starts the server on free ports.</summary>
    public static async Task<(JournalProcess Process, Uri Http)> ServeAsync(string folder, params string[] settings)
    {
        string[] ports = [.. ((string[])["Http", "Tcp", "Udp", "Tls", "Relp"]).Select(name => $"--Journal:{name}Port=0")];
        var process = new JournalProcess(folder, [.. ports, .. settings]);
        await Deadline.UntilAsync(
            () => process._process.HasExited || process.Output.Contains("Application started", StringComparison.Ordinal));
        process._process.HasExited.ShouldBeFalse(process.Output);

        // The first of the listeners is the one for HTTP.
        var port = int.Parse(Listening().Match(process.Output).Groups[1].Value, CultureInfo.InvariantCulture);
        return (process, new($"http://127.0.0.1:{port}"));
    }

    /// <summary>Ends it without a chance to do anything (SIGKILL).</summary>
    public async Task KillAsync()
    {
        _process.Kill();
        await _process.WaitForExitAsync(TestContext.Current.CancellationToken).Within();
    }

    public void Dispose()
    {
        if (!_process.HasExited)
        {
            _process.Kill();
        }

        _process.Dispose();
    }

    /// <param name="line">Null at the end of a stream, while the other may go on.</param>
    private void Take(string? line)
    {
        if (line is not null)
        {
            _lines.Enqueue(line);
        }
    }

    [GeneratedRegex(@"listening on: \S+:(\d+)")]
    private static partial Regex Listening();
}
