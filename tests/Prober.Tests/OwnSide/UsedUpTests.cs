using System.Diagnostics;
using System.Text;
using System.Text.Json.Nodes;
using Prober.Engine.Tests.Probing;

namespace Prober.Tests.OwnSide;

/// <summary>Handles, local ports and the disk, each really used up.</summary>
public sealed class UsedUpTests : IDisposable
{
    private readonly TempDirectory _folder = new("used-up");

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Handles_AllInUse_LeaveTargetsUnknownUntilSomeAreFree()
    {
        ConfinedProber.SkipUnlessAllowed("--net");
        await using var web = RawServer.Answering("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
        using var authority = new Authority();
        using var certificate = authority.Sign("localhost", -1, 30);
        await using var secured = RawServer.Secured(certificate, async (stream, token) =>
        {
            _ = await stream.ReadAsync(new byte[4096], token);
            await stream.WriteAsync("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"u8.ToArray(), token);
        });
        File.WriteAllText(_folder.Combine("ca.pem"), authority.Pem);
        await using var prober = Start("", "", $$"""
            http:
              - { name: web, url: "{{web.Url}}", contain: ok }
              - { name: secured, url: "https://localhost:{{secured.Port}}/", ca: {{_folder.Combine("ca.pem")}} }
              - { name: through, url: "{{web.Url}}", proxy: "http://127.0.0.1:{{web.Port}}" }
            tcp: [{ name: port, host: "127.0.0.1:{{web.Port}}" }]
            tls: [{ name: handshake, host: "localhost:{{secured.Port}}", root_ca_pem_path: {{_folder.Combine("ca.pem")}} }]
            settings: { probe: { interval: 1s, timeout: 1s } }
            """);
        await prober.UntilAsync("all are up", document => States(document).All(state => state == "up"));

        // Without a handle its API takes no new connection either: what it saw is read afterwards.
        string[][] states = [];
        await Deadline.UntilAsync(async () =>
        {
            await LimitHandlesAsync(prober, "10:"); // fewer than it has open
            await Task.Delay(TimeSpan.FromSeconds(8), Token);
            await LimitHandlesAsync(prober, "4096:");
            var after = await prober.UntilAsync("all are up again", document => States(document).All(state => state == "up"));
            states = await Task.WhenAll(Targets(after).Select(target => ChangesAsync(prober, $"{target!["kind"]}", $"{target["name"]}")));
            return states.All(one => one.SkipWhile(state => state != "up").Contains("unknown"));
        }, what: "all were unknown for want of handles");
        states.Length.ShouldBe(5);
        states.ShouldAllBe(one => !one.Contains("down"));
    }

    [Fact]
    public async Task LocalPorts_AllInUse_LeaveTargetsUnknownUntilOneIsFree()
    {
        ConfinedProber.SkipUnlessAllowed("--net");
        _ = InstalledProgram.SkipUnlessPresent("curl", package: "curl");
        _ = InstalledProgram.SkipUnlessPresent("python3", package: "python3");
        const string Holding = """
            import socket, sys, time
            def hold(port):
                for _ in range(500):  # one is in use by a probe for a moment, or by a listener for good
                    one = socket.socket()
                    try:
                        one.bind(("127.0.0.1", port))
                        return one
                    except OSError:
                        one.close()
                        time.sleep(0.01)
            held = [hold(port) for port in range(41000, 41004)]
            print("held", flush=True)
            sys.stdin.read()
            """;
        await using var prober = Start("--net",
            "ip link set lo up; echo '41000 41003' > /proc/sys/net/ipv4/ip_local_port_range; "
                + "setpriv --pdeathsig KILL python3 -m http.server --bind 127.0.0.1 31000 >/dev/null 2>&1 </dev/null & "
                + "curl -s -o /dev/null --local-port 50000-60000 --retry 100 --retry-connrefused --retry-delay 1 http://127.0.0.1:31000/",
            """
            http: [{ name: web, url: "http://127.0.0.1:31000/" }]
            tcp: [{ name: port, host: "127.0.0.1:31000" }]
            ping: [{ name: machine, host: 127.0.0.1, count: 1 }]
            settings: { probe: { interval: 1s, timeout: 1s } }
            """);
        await prober.UntilAsync("all are up", document => States(document).All(state => state == "up"));

        using var holder = prober.Enter("python3", "-c", Holding);
        (await holder.StandardOutput.ReadLineAsync(Token)).ShouldBe("held");
        var during = await prober.UntilAsync("connections find no port, and pings need none", document => Targets(document)
            .All(target => $"{target!["kind"]}" == "ping" ? $"{target["state"]}" == "up"
                : $"{target["last"]!["failure"]}" == "limit" && $"{target["state"]}" == "unknown"));
        holder.StandardInput.Close();

        Targets(during).ShouldContain(target => $"{target!["last"]!["message"]}".Contains("no local port left"));
        await prober.UntilAsync("all are up again", document => States(document).All(state => state == "up"));
        (await ChangesAsync(prober, "http", "web")).ShouldNotContain("down");
    }

    [Fact]
    public async Task Disk_ThatIsReallyFull_KeepsStatesInMemoryAndSaysSoUntilThereIsRoom()
    {
        ConfinedProber.SkipUnlessAllowed("--mount");
        var disk = _folder.Combine("disk");
        Directory.CreateDirectory(disk);
        var asked = 0;
        var alternates = false;
        await using var web = new RawServer(async (socket, token) =>
        {
            await RawServer.ReadHeadAsync(socket, token);
            var status = Volatile.Read(ref alternates) && Interlocked.Increment(ref asked) % 2 == 0 ? "500 Oh" : "200 OK";
            await socket.SendAsync(Encoding.ASCII.GetBytes($"HTTP/1.1 {status}\r\nContent-Length: 0\r\n\r\n"), token);
        });
        var targets = string.Concat(Enumerable.Range(0, 41).Select(i => $"  - {{ name: web{i}, url: \"{web.Url}\" }}\n"));
        await using var prober = Start("--mount", $"mount -t tmpfs -o size=4m tmpfs '{disk}'", $$"""
            notify: { log: [{ name: told, file: "{{disk}}/told.ndjson" }] }
            settings: { probe: { interval: 1s, timeout: 1s } }
            http:
            {{targets}}
            """, data: $"{disk}/data");
        await prober.UntilAsync("all are up", document => States(document).All(state => state == "up"));

        await RunAsync(prober, "sh", "-c", $"dd if=/dev/zero of='{disk}/filler' bs=4k 2>/dev/null; true");
        Volatile.Write(ref alternates, true);
        var full = await prober.UntilAsync("the page says what is not kept", document => document["prober"]!["notKept"] is not null);
        $"{full["prober"]!["notKept"]}".ShouldContain("full");
        Volatile.Write(ref alternates, false);
        await prober.UntilAsync("it goes on watching", document => States(document).All(state => state == "up"));

        await RunAsync(prober, "rm", $"{disk}/filler");
        await prober.UntilAsync("all is kept", document => document["prober"]!["notKept"] is null);
        string[] told = [];
        await Deadline.UntilAsync(async () =>
        {
            told = (await RunAsync(prober, "cat", $"{disk}/told.ndjson")).Split('\n', StringSplitOptions.RemoveEmptyEntries);
            return told.Length > 0;
        });
        told.ShouldAllBe(line => JsonNode.Parse(line, null, default) != null); // no half of a line stayed there
    }

    private static JsonArray Targets(JsonObject document) => document["targets"]!.AsArray();

    private static IEnumerable<string> States(JsonObject document) => Targets(document).Select(target => $"{target!["state"]}");

    /// <returns>The states that it went through.</returns>
    private static async Task<string[]> ChangesAsync(ConfinedProber prober, string kind, string name)
    {
        var timeline = await prober.ReadAsync($"/api/v1/timeline?kind={kind}&name={name}");
        return [.. timeline!["changes"]!.AsArray().Select(change => $"{change!["state"]}")];
    }

    private static async Task<string> RunAsync(ConfinedProber prober, params string[] command)
    {
        using var process = prober.Enter(command);
        var output = await process.StandardOutput.ReadToEndAsync(Token);
        await process.WaitForExitAsync(Token).Within();
        return output;
    }

    /// <param name="limits">The soft limit, and the hard one, which stays without a value.</param>
    private static async Task LimitHandlesAsync(ConfinedProber prober, string limits)
    {
        using var process = Process.Start("prlimit", ["--pid", $"{prober.Id}", $"--nofile={limits}"]);
        await process.WaitForExitAsync(Token).Within();
        process.ExitCode.ShouldBe(0);
    }

    private ConfinedProber Start(string space, string setup, string config, string? data = null)
    {
        File.WriteAllText(_folder.Combine("probes.yaml"), config);
        return new(space, setup, _folder.Combine("probes.yaml"), data ?? _folder.Combine("data"));
    }
}
