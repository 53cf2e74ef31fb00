using System.Diagnostics;
using System.Text.Json;
using System.Text.Json.Nodes;

namespace Prober.Tests.OwnSide;

/// <summary>The executable in a network or with a disk of its own, which a test can use up.</summary>
internal sealed class ConfinedProber : IAsyncDisposable
{
    private readonly Process _process;
    private readonly HttpClient _client;
    private readonly int _port;
    private readonly bool _isAlone;

    /// <param name="space">What is its own: <c>--net</c>, <c>--mount</c>, or nothing.</param>
    /// <param name="setup">Commands of a shell, run there before it starts.</param>
    public ConfinedProber(string space, string setup, string config, string data)
    {
        _isAlone = space == "--net";
        _port = LoopbackPort.FindFree();
        _client = new() { BaseAddress = new($"http://127.0.0.1:{_port}") };
        var program = Path.Combine(BuiltProgram.Folder("Prober"), "prober.dll");
        string[] arguments =
        [
            .. space.Length > 0 ? new[] { space } : [], "sh", "-ec", $"{setup}\nexec dotnet \"$@\"", "sh", program, "--config", config,
            $"--Prober:DataDirectory={data}", $"--Prober:HttpPort={_port}", "--Prober:JoinSpan=0s", "--Prober:StopAtEndOfInput=true",
        ];
        _process = Process.Start(new ProcessStartInfo("unshare", arguments)
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
        })!;
        _process.OutputDataReceived += (_, _) => { };
        _process.BeginOutputReadLine();
    }

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    public int Id => _process.Id;

    /// <summary>Skips a test where this user may not make such a space.</summary>
    public static void SkipUnlessAllowed(string space)
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "Spaces of this kind are Linux's.");
        using var trial = Process.Start(new ProcessStartInfo("unshare", [space, "true"]) { RedirectStandardError = true })!;
        trial.WaitForExit();
        Assert.SkipUnless(trial.ExitCode == 0, $"This user may not use unshare {space}.");
    }

    /// <summary>Runs a program in its network and on its disks.</summary>
    public Process Enter(params string[] command)
    {
        string[] arguments = ["-t", $"{Id}", "-n", "-m", .. command];
        return Process.Start(
            new ProcessStartInfo("nsenter", arguments) { RedirectStandardOutput = true, RedirectStandardInput = true })!;
    }

    /// <summary>Asks again and again; while it starts, or cannot answer, there is no document.</summary>
    public async Task<JsonObject> UntilAsync(string what, Func<JsonObject, bool> condition)
    {
        JsonObject? document = null;
        try
        {
            await Deadline.UntilAsync(async () =>
            {
                document = await ReadAsync("/api/v1/targets") ?? document;
                return document is not null && condition(document);
            }, what: what);
        }
        finally
        {
            TestContext.Current.TestOutputHelper?.WriteLine($"{what}: {document?["prober"]?["notKept"]} {document?["targets"]}");
        }

        return document!;
    }

    /// <returns>Null without an answer.</returns>
    public async Task<JsonObject?> ReadAsync(string path)
    {
        try
        {
            return JsonNode.Parse(_isAlone ? await CurlAsync(path) : await _client.GetStringAsync(path, Token))!.AsObject();
        }
        catch (Exception exception) when (exception is HttpRequestException or JsonException)
        {
            return null;
        }
    }

    public async ValueTask DisposeAsync()
    {
        _client.Dispose();
        _process.Kill();
        await _process.WaitForExitAsync(CancellationToken.None);
        _process.Dispose();
    }

    /// <summary>Its own ports are used up, so that curl takes one beyond their range.</summary>
    private async Task<string> CurlAsync(string path)
    {
        using var curl = Enter("curl", "-s", "--max-time", "10", "--local-port", "50000-60000", $"http://127.0.0.1:{_port}{path}");
        return await curl.StandardOutput.ReadToEndAsync(Token);
    }
}
