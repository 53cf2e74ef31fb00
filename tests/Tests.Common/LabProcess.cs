using System.Collections.Concurrent;
using System.Diagnostics;
using System.Globalization;
using System.Net;
using System.Net.Sockets;
using System.Text.RegularExpressions;

namespace Tests.Common;

/// <summary>The lab as a person starts it. Results go to a temporary folder unless the arguments name another.</summary>
public sealed partial class LabProcess : IDisposable
{
    private readonly ConcurrentQueue<string> _lines = [];
    private readonly Process _process;
    private readonly TempDirectory _folder = new("results");
    private readonly TempDirectory _temporary = new("lab");

    /// <param name="arguments">The arguments after <c>dotnet run --project load --</c>.</param>
    public LabProcess(params string[] arguments)
        : this(new Dictionary<string, string>(), arguments)
    {
    }

    /// <param name="environment">Variables that the lab and what it starts have besides.</param>
    /// <param name="arguments">The arguments after <c>dotnet run --project load --</c>.</param>
    public LabProcess(IReadOnlyDictionary<string, string> environment, params string[] arguments)
    {
        // env(1) undoes that a shell which started the tests in the background made them, and with them the lab, ignore SIGINT. setsid(1)
        // makes a session of the lab's own: a test can signal all of it at once, as a terminal does. Each becomes what it starts.
        string[] command = [.. OperatingSystem.IsLinux() ? ["env", "--default-signal=INT", "setsid"] : Array.Empty<string>(), "dotnet"];
        string[] results = arguments.Contains("--out") || arguments is ["stack", ..] ? [] : ["--out", Out];
        string[] noBuild = arguments is ["export", ..] ? [] : ["--no-build"]; // the tests' own build has made all programs
        _process = new Process
        {
            StartInfo = new ProcessStartInfo(command[0], [.. command[1..], Assembly, .. arguments, .. results, .. noBuild])
            {
                RedirectStandardOutput = true,
                RedirectStandardError = true,
                Environment = { ["TMPDIR"] = _temporary.Path, ["TMP"] = _temporary.Path },
            },
        };
        foreach (var (name, value) in environment)
        {
            _process.StartInfo.Environment[name] = value;
        }

        _process.OutputDataReceived += (_, line) => _lines.Enqueue(line.Data ?? "");
        _process.ErrorDataReceived += (_, line) => _lines.Enqueue(line.Data ?? "");
        _process.Start();
        _process.BeginOutputReadLine();
        _process.BeginErrorReadLine();
    }

    /// <summary>The id of the process, and of its session on Linux.</summary>
    public int Id => _process.Id;

    public string Output => string.Join('\n', _lines);

    /// <summary>The folder that the only run left.</summary>
    public DirectoryInfo Results => Runs.ShouldHaveSingleItem(Output);

    public DirectoryInfo[] Runs => Directory.Exists(Out) ? new DirectoryInfo(Out).GetDirectories() : [];

    /// <summary>Not there before the run, as in a new clone.</summary>
    private string Out => Path.Combine(_folder.Path, "out");

    /// <summary>Data folders that the lab's services left behind.</summary>
    public IEnumerable<string> Leftovers => Directory.GetDirectories(_temporary.Path, "analyzer-lab-*");

    /// <summary>The lab beside the tests: every project's output has its place under <c>artifacts/bin</c>.</summary>
    private static string Assembly
    {
        get
        {
            var here = new DirectoryInfo(AppContext.BaseDirectory);
            return Path.Combine(here.Parent!.Parent!.FullName, "load", here.Name, "load.dll");
        }
    }

    /// <summary>Runs the lab to its end; fails the test when it exits with another code than 0.</summary>
    public static async Task<LabProcess> SucceedAsync(params string[] arguments)
    {
        var lab = new LabProcess(arguments);
        (await lab.ExitAsync()).ShouldBe(0, lab.Output);
        return lab;
    }

    public async Task<int> ExitAsync(TimeSpan? limit = null)
    {
        await _process.WaitForExitAsync(TestContext.Current.CancellationToken).Within(limit ?? Deadline.Extended);
        return _process.ExitCode;
    }

    public Task SaysAsync(string text) =>
        Deadline.UntilAsync(() => _lines.Any(line => line.Contains(text)), Deadline.Extended, $"the lab says '{text}'");

    /// <param name="name">A name that kill(1) knows, such as INT.</param>
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

    /// <summary>Whether anybody still listens where the services of the run said that they do.</summary>
    public bool ServiceIsUp()
    {
        var log = File.ReadAllText(Path.Combine(Results.FullName, "service.log"));
        var ports = Listening().Matches(log).Select(match => int.Parse(match.Groups[1].Value, CultureInfo.InvariantCulture)).ToArray();
        ports.ShouldNotBeEmpty();
        return ports.Any(IsListening);
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

    public static bool IsListening(int port)
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
    }

    [GeneratedRegex(@"listening on: \S+:(\d+)")]
    private static partial Regex Listening();
}
