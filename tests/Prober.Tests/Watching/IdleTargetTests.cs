using Prober.Engine.Networking.Naming;
using Prober.Engine.Probing;
using Prober.Engine.Tests.Watching;
using Prober.Engine.Timelines;
using Prober.Engine.Watching;
using Prober.Features.Configuration;

namespace Prober.Tests.Watching;

/// <summary>What thousands of targets hold that wait for their next probe.</summary>
[Collection(nameof(AloneInTheProcess))]
public sealed class IdleTargetTests : IDisposable
{
    private const int Count = 20_000;

    /// <summary>Bytes for each: the object, its name and address in text, and a share of lists.</summary>
    private const long MaxEach = 800;

    private readonly TempDirectory _folder = new("prober-idle");

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void Watch_ManyTargets_HoldsLittleForEach()
    {
        var path = _folder.Combine("probes.yaml");
        File.WriteAllLines(path, [
            "http:",
            .. Enumerable.Range(0, Count).Select(number =>
                $"  - {{ name: t{number}, url: \"https://t{number}.test:8443/\", interval: 1h, contain: ok, labels: {{ team: web }} }}"),
        ]);
        var time = new ManualTime();
        using var resolver = new CachingResolver(new() { HostsPath = null }, time);
        using var engine = new ProbeEngine(new(resolver, time), new(), new Nobody(), []);
        var before = GC.GetTotalMemory(forceFullCollection: true);

        Watch(engine, path);

        engine.Targets.Count.ShouldBe(Count);
        ((GC.GetTotalMemory(forceFullCollection: true) - before) / Count).ShouldBeLessThanOrEqualTo(MaxEach);
    }

    /// <summary>In a method of its own, so that nothing on the stack holds the configuration afterwards.</summary>
    private static void Watch(ProbeEngine engine, string path)
    {
        var file = ProbesFile.Read(path, _ => null);
        file.Problems.ShouldBeEmpty();
        var watching = engine.WatchAsync(file.Targets);
        engine.Advance();
        watching.IsCompletedSuccessfully.ShouldBeTrue();
    }

    private sealed class Nobody : IEngineObserver
    {
        public void Changed(WatchedTarget target, StateChange change)
        {
        }

        public void Probed(WatchedTarget target, ProbeResult result, TimeSpan lateness)
        {
        }

        public void Paused(TimeRange range, string reason)
        {
        }
    }
}
