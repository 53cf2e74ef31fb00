using System.Net;
using System.Net.Sockets;
using Load.Machine;
using Load.Systems.Prober.Processes;

namespace Load.Tests.Machine;

/// <summary>Another program may take a port between its draw and its use.</summary>
public sealed class OnFreePortsTests : IDisposable
{
    private readonly TempDirectory _folder = new("ports");
    private readonly List<TcpListener> _others = [];
    private int _starts;

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    public void Dispose()
    {
        _others.ForEach(other => other.Dispose());
        _folder.Dispose();
    }

    [Fact]
    public async Task StartAsync_APortTakenSinceItWasDrawn_StartsOnOthers()
    {
        var (farm, ports) = await StartAsync(taken: start => start == 1).Within();

        await using (farm)
        {
            _starts.ShouldBeInRange(2, 3); // a neighbour may take a port as well
            using var client = new HttpClient();
            (await client.GetStringAsync($"http://127.0.0.1:{ports[0]}/", Token).Within()).ShouldStartWith("all accepted ");
        }
    }

    [Fact]
    public async Task StartAsync_APortTakenEachTime_SaysWhyItEnded()
    {
        var failure = await Should.ThrowAsync<LabException>(() => StartAsync(taken: _ => true).Within());

        failure.Message.ShouldContain("Address already in use");
        _starts.ShouldBe(3);
    }

    private Task<(ChildProcess Process, int[] Ports)> StartAsync(Func<int, bool> taken) => OnFreePorts.StartAsync(
        5,
        ports =>
        {
            if (taken(++_starts))
            {
                var other = new TcpListener(IPAddress.Loopback, ports[^2]);
                other.Start();
                _others.Add(other);
            }

            var start = DotNet.Start(BuiltAssembly.Find(FarmProcess.Project), ["serve", _folder.Path, .. ports.Select(port => $"{port}")]);
            return ChildProcess.Start("Farm", start, _folder.Combine("farm.log"), metrics: null);
        },
        ports => new($"http://127.0.0.1:{ports[0]}/"),
        Token);
}
