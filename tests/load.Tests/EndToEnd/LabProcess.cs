using System.Collections.Concurrent;
using System.Diagnostics;
using System.Globalization;
using System.Net;
using System.Net.Sockets;
using System.Text.RegularExpressions;
using Load.Commands;

namespace Load.Tests.EndToEnd;

/// <summary>The lab as a person starts it, with results in a folder of its own.</summary>
internal sealed partial class LabProcess : IDisposable
{
    private readonly ConcurrentQueue<string> _lines = [];
    private readonly Process _process;
    private readonly TempDirectory _folder = new();
    private readonly TempDirectory _temporary = new();

    public LabProcess(params string[] arguments)
    {
        // A session of its own, so that all of it can be signalled at once, as a terminal does; setsid(1) becomes what it starts.
        var start = new ProcessStartInfo(OperatingSystem.IsLinux() ? "setsid" : "dotnet") { RedirectStandardOutput = true, RedirectStandardError = true };
        if (OperatingSystem.IsLinux())
        {
            start.ArgumentList.Add("dotnet");
        }

        start.Environment["TMPDIR"] = start.Environment["TMP"] = _temporary.Path;
        foreach (var argument in (string[])[typeof(LabCommand).Assembly.Location, .. arguments, "--out", _folder.Path])
        {
            start.ArgumentList.Add(argument);
        }

        _process = new Process { StartInfo = start };
        _process.OutputDataReceived += (_, line) => _lines.Enqueue(line.Data ?? "");
        _process.ErrorDataReceived += (_, line) => _lines.Enqueue(line.Data ?? "");
        _process.Start();
        _process.BeginOutputReadLine();
        _process.BeginErrorReadLine();
    }

    public string Output => string.Join('\n', _lines);

    public DirectoryInfo Results => Runs.ShouldHaveSingleItem(Output);

    public DirectoryInfo[] Runs => new DirectoryInfo(_folder.Path).GetDirectories();

    public async Task<int> ExitAsync(TimeSpan? limit = null)
    {
        await _process.WaitForExitAsync(TestContext.Current.CancellationToken).Within(limit ?? TimeSpan.FromMinutes(2));
        return _process.ExitCode;
    }

    public async Task SaysAsync(string text)
    {
        async Task WaitAsync()
        {
            while (!_lines.Any(line => line.Contains(text)))
            {
                await Task.Delay(20, TestContext.Current.CancellationToken);
            }
        }

        await WaitAsync().Within(TimeSpan.FromMinutes(1), $"the lab says '{text}'");
    }

    /// <summary>Data folders of services that are still there.</summary>
    public IEnumerable<string> Leftovers => Directory.GetDirectories(_temporary.Path, "analyzer-lab-*");

    /// <param name="name">As kill(1) knows it, such as INT.</param>
    /// <param name="toAll">To the services too, as Ctrl+C on a terminal does.</param>
    public async Task SignalAsync(string name, bool toAll = false)
    {
        using var kill = Process.Start("kill", [$"-{name}", "--", $"{(toAll ? "-" : "")}{_process.Id}"]);
        await kill.WaitForExitAsync(TestContext.Current.CancellationToken).Within();
    }

    /// <summary>Ends the lab, and nothing but the lab, without a chance to do anything (SIGKILL).</summary>
    public async Task KillAsync()
    {
        _process.Kill();
        await _process.WaitForExitAsync(TestContext.Current.CancellationToken).Within();
    }

    public async Task ServiceStopsAsync()
    {
        async Task WaitAsync()
        {
            while (ServiceIsUp())
            {
                await Task.Delay(50, TestContext.Current.CancellationToken);
            }
        }

        await WaitAsync().Within(what: "the service stops");
    }

    /// <summary>Whether anybody still listens where the service said it does.</summary>
    public bool ServiceIsUp()
    {
        var ports = Listening().Matches(File.ReadAllText(Path.Combine(Results.FullName, "service.log")))
            .Select(match => int.Parse(match.Groups[1].Value, CultureInfo.InvariantCulture)).ToArray();
        ports.ShouldNotBeEmpty();
        return ports.Any(port =>
        {
            using var socket = new TcpClient();
            try
            {
                socket.Connect(IPAddress.Loopback, port);
                return true;
            }
            catch (SocketException)
            {
                return false;
            }
        });
    }

    public void Dispose()
    {
        if (!_process.HasExited)
        {
            _process.Kill(entireProcessTree: true);
        }

        _process.Dispose();
        _folder.Dispose();
        _temporary.Dispose();
    }

    [GeneratedRegex(@"listening on: \S+:(\d+)")]
    private static partial Regex Listening();
}
