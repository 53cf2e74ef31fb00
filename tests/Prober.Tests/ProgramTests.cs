using System.Diagnostics;
using System.Net.Http.Json;
using System.Text.Json.Nodes;
using Prober.Engine.Tests.Probing;

namespace Prober.Tests;

/// <summary>The executable: how it ends, and what it does on SIGHUP.</summary>
public sealed class ProgramTests : IDisposable
{
    private readonly TempDirectory _folder = new("prober-program");

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Start_WithAWrongFile_NamesEachMistakeInALineAndEndsWith2()
    {
        var path = _folder.Combine("probes.yaml");
        File.WriteAllText(path, "http:\n  - name: a\n    interval: 0.5s\n    coler: red\ntcp:\n  - { name: b, host: nowhere }\n");
        using var process = Start("--config", path);

        var errors = await process.StandardError.ReadToEndAsync(Token).Within();
        await process.WaitForExitAsync(Token).Within();

        process.ExitCode.ShouldBe(2);
        var lines = errors.Split('\n', StringSplitOptions.RemoveEmptyEntries);
        lines[0].ShouldBe("The prober cannot start: its configuration is refused.");
        lines[1..].Length.ShouldBe(4, errors);
        lines[1..].ShouldAllBe(line => line.StartsWith(path));
        errors.ShouldContain("url is missing");
        errors.ShouldContain("the key coler is unknown");
        errors.ShouldContain("interval has to be");
        errors.ShouldContain("host has to be");
        (await process.StandardOutput.ReadToEndAsync(Token).Within()).ShouldNotContain("   at ");
    }

    [Fact]
    public async Task SigHup_AChangedFile_IsAppliedAndUnchangedTargetsStay()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "SIGHUP is Unix's.");
        var path = _folder.Combine("probes.yaml");
        File.WriteAllText(path, "tcp:\n  - { name: a, host: \"127.0.0.1:1\", interval: 1s, timeout: 1s }\n");
        var port = LoopbackPort.FindFree();
        using var process = Start("--config", path, $"--Prober:HttpPort={port}", "--Prober:StopAtEndOfInput=true");
        using var http = new HttpClient { BaseAddress = new($"http://127.0.0.1:{port}") };
        var first = await UntilAsync(http, targets => targets.Count == 1 && targets[0]!["state"]!.GetValue<string>() == "down");
        var since = first[0]!["since"]!.GetValue<string>();

        // It may be seen before the signal: both lead to the same.
        var time = File.GetLastWriteTimeUtc(path);
        File.AppendAllText(path, "  - { name: b, host: \"127.0.0.1:2\" }\n");
        File.SetLastWriteTimeUtc(path, time);
        using (var kill = Process.Start("kill", ["-HUP", $"{process.Id}"]))
        {
            await kill.WaitForExitAsync(Token).Within();
        }

        var second = await UntilAsync(http, targets => targets.Count == 2);
        second.Single(target => target!["name"]!.GetValue<string>() == "a")!["since"]!.GetValue<string>().ShouldBe(since);
        process.HasExited.ShouldBeFalse();
        process.StandardInput.Close();
        await process.WaitForExitAsync(Token).Within();
        process.ExitCode.ShouldBe(0);
    }

    [Fact]
    public async Task Change_FileThatIsEmptied_ChangesNothingUnlessAllowed()
    {
        var path = _folder.Combine("probes.yaml");
        File.WriteAllText(path, "tcp:\n  - { name: a, host: \"127.0.0.1:1\" }\n");
        await using var careful = await ProberHost.StartAsync("--config", path);
        await using var open = await ProberHost.StartAsync("--config", path, "--allow-empty");

        File.WriteAllText(path, "");

        await open.UntilAsync(targets => targets.Count == 0);
        await careful.UntilAsync(targets =>
            targets.Count == 1 && careful.Log.Records.Any(record => record.Message.Contains("may have been emptied by mistake")));
        File.WriteAllText(path, "tcp:\n  - { name: b, host: \"127.0.0.1:1\" }\n");
        await careful.UntilAsync(targets => targets.Count == 1 && targets[0]!["name"]!.GetValue<string>() == "b");
    }

    /// <summary>A container may have no root certificates; then a chain that ends in no trusted one is not the server's fault.</summary>
    [Fact]
    public async Task Probe_MachineWithoutAuthorities_LeavesTheTargetUnknown()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "Elsewhere the system's authorities cannot be taken away.");
        using var authority = new Authority();
        using var certificate = authority.Sign("localhost", -1, 30);
        using var old = authority.Sign("localhost", -30, -1);
        await using var server = RawServer.Secured(certificate);
        await using var expired = RawServer.Secured(old);
        var port = LoopbackPort.FindFree();
        Environment.SetEnvironmentVariable("SSL_CERT_DIR", _folder.Combine("none"));
        Environment.SetEnvironmentVariable("SSL_CERT_FILE", _folder.Combine("none.pem"));
        using var process = Start(
            "--target", $"https://localhost:{server.Port}/", "--target", $"https://localhost:{expired.Port}/",
            $"--Prober:HttpPort={port}", "--Prober:Interval=00:00:01", "--Prober:StopAtEndOfInput=true");
        Environment.SetEnvironmentVariable("SSL_CERT_DIR", null);
        Environment.SetEnvironmentVariable("SSL_CERT_FILE", null);
        using var http = new HttpClient { BaseAddress = new($"http://127.0.0.1:{port}") };

        // Waited for: the first probes on a busy machine are late, and say so.
        var targets = await UntilAsync(http, targets => Says(targets, server, "trusts no authority")
            && Says(targets, expired, "The certificate expired"));

        Of(targets, server)!["state"]!.GetValue<string>().ShouldBe("unknown");
        process.StandardInput.Close();
        await process.WaitForExitAsync(Token).Within();

        static JsonNode? Of(JsonArray targets, RawServer one) =>
            targets.FirstOrDefault(target => $"{target!["endpoint"]}".Contains($":{one.Port}/"));

        static bool Says(JsonArray targets, RawServer one, string words) =>
            Of(targets, one)?["last"]?.ToJsonString().Contains(words) == true;
    }

    private Process Start(params string[] arguments)
    {
        var program = Path.Combine(BuiltProgram.Folder("Prober"), "prober.dll");
        return Process.Start(new ProcessStartInfo("dotnet", [program, .. arguments, $"--Prober:DataDirectory={_folder.Combine("data")}"])
        {
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            RedirectStandardInput = true,
        })!;
    }

    private static Task<JsonArray> UntilAsync(HttpClient http, Func<JsonArray, bool> condition)
    {
        return PollAsync().Within();

        async Task<JsonArray> PollAsync()
        {
            while (true)
            {
                try
                {
                    var targets = (await http.GetFromJsonAsync<JsonObject>("/api/v1/targets", Token))!["targets"]!.AsArray();
                    if (condition(targets))
                    {
                        return targets;
                    }
                }
                catch (HttpRequestException)
                {
                    // It has not started yet.
                }

                await Task.Delay(50, Token);
            }
        }
    }
}
