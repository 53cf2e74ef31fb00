using System.Collections.Concurrent;
using System.Net;
using System.Net.Sockets;

namespace Journal.Tests.Doors;

/// <summary>The journal is killed while records come through every door: what was acknowledged is there.</summary>
public sealed class KilledDoorsTests
{
    private const int Before = 5;

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Kill_WhileRecordsComeThroughEveryDoor_LosesNothingThatWasAcknowledged()
    {
        using var directory = new TempDirectory();
        var (folder, key) = (directory.Combine("journal"), directory.Combine("reader.pem"));
        (await JournalProcess.RunAsync(folder, "init", "--new-reader", key)).Code.ShouldBe(0);
        var ports = Door.OverStreams.ToDictionary(door => door.Name, _ => FreePort());
        var (process, http) = await JournalProcess.ServeAsync(
            folder, $"--Journal:ForwardPort={ports[Door.Forward]}", $"--Journal:BeatsPort={ports[Door.Beats]}");
        var acknowledged = new ConcurrentDictionary<string, ConcurrentBag<string>>();
        using (process)
        {
            var doors = Door.OverHttp.Concat(Door.OverStreams).ToList();
            var sending = doors.ConvertAll(door => SendAsync(door, http, ports.GetValueOrDefault(door.Name), acknowledged));
            await Deadline.UntilAsync(() => doors.TrueForAll(door => acknowledged.TryGetValue(door.Name, out var lines)
                && lines.Count > Before) || sending.Exists(each => each.IsFaulted));
            await process.KillAsync();
            await Task.WhenAll(sending).Within();
        }

        var (verified, report) = await JournalProcess.RunAsync(folder, "verify", "--key", key);
        verified.ShouldBe(0, report);
        var (_, text) = await JournalProcess.RunAsync(folder, "replay", "--key", key);
        acknowledged.SelectMany(door => door.Value).Where(line => !text.Contains(line, StringComparison.Ordinal)).ShouldBeEmpty();
    }

    private static int FreePort()
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        return ((IPEndPoint)listener.LocalEndpoint).Port;
    }

    private static async Task SendAsync(Door door, Uri http, int port, ConcurrentDictionary<string, ConcurrentBag<string>> acknowledged)
    {
        for (var number = 0; ; number++)
        {
            var line = $"{door.Name}-{number}.";
            if (await door.SendAsync(http, port, line, Token).Within() is not { } status)
            {
                return; // the journal is gone, as it should be
            }

            ((int)status).ShouldBeInRange(200, 204, door.Name);
            acknowledged.GetOrAdd(door.Name, _ => []).Add(line);
        }
    }
}
