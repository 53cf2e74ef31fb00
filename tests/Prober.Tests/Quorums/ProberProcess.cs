using System.Diagnostics;
using System.Net.Http.Json;
using System.Text.Json.Nodes;

namespace Prober.Tests.Quorums;

/// <summary>One of several probers, each a process of its own.</summary>
internal sealed class ProberProcess : IAsyncDisposable
{
    private readonly Process _process;
    private readonly HttpClient _client;

    public ProberProcess(string name, int port, string config, string data, string target)
    {
        string[] arguments =
        [
            Path.Combine(BuiltProgram.Folder("Prober"), "Prober.dll"), "--config", config, "--name", name,
            $"--Prober:DataDirectory={data}", $"--Prober:HttpPort={port}", "--Prober:JoinSpan=0s", "--Prober:StopAtEndOfInput=true",
        ];
        Name = name;
        _client = new() { BaseAddress = new($"http://127.0.0.1:{port}") };
        _process = Process.Start(new ProcessStartInfo("dotnet", arguments)
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            Environment = { ["TARGET"] = target },
        })!;
        _process.OutputDataReceived += (_, _) => { };
        _process.BeginOutputReadLine();
    }

    public string Name { get; }

    public Task StopAsync() => SignalAsync("STOP");

    public Task ContinueAsync() => SignalAsync("CONT");

    public async Task<JsonObject> ReadAsync(string path = "/api/v1/targets")
    {
        using var soon = CancellationTokenSource.CreateLinkedTokenSource(TestContext.Current.CancellationToken);
        soon.CancelAfter(TimeSpan.FromSeconds(5));
        return (await _client.GetFromJsonAsync<JsonObject>(path, soon.Token))!;
    }

    /// <summary>Asks again and again; a prober that has just started does not answer yet.</summary>
    public async Task UntilAsync(string what, Func<JsonObject, bool> condition)
    {
        JsonObject? last = null;
        try
        {
            await Deadline.UntilAsync(async () =>
            {
                try
                {
                    return condition(last = await ReadAsync());
                }
                catch (Exception exception) when (exception is HttpRequestException or OperationCanceledException)
                {
                    return false;
                }
            });
        }
        finally
        {
            TestContext.Current.TestOutputHelper?.WriteLine($"{Name}, {what}: {last?["prober"]?["quorum"]} {last?["targets"]?[0]}");
        }
    }

    public async ValueTask DisposeAsync()
    {
        _client.Dispose();
        await ContinueAsync();
        _process.Kill();
        await _process.WaitForExitAsync(CancellationToken.None);
        _process.Dispose();
    }

    private async Task SignalAsync(string name)
    {
        using var kill = Process.Start("kill", [$"-{name}", $"{_process.Id}"]);
        await kill.WaitForExitAsync(CancellationToken.None);
    }
}
