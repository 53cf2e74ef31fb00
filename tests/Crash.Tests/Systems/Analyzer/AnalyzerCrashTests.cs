using Crash.Faults;
using Crash.Systems.Analyzer;
using Load.Systems.Analyzer.Service;
using Load.Systems.Analyzer.Stores;

namespace Crash.Tests.Systems.Analyzer;

public sealed class AnalyzerCrashTests
{
    private readonly AnalyzerCrash _system = new();

    [Fact]
    public void FaultsOn_EachStore_AreAllThatItKnows()
    {
        _system.FaultsOn("sqlite").ShouldBe(["kill"]);
        _system.FaultsOn("elasticsearch").ShouldBe(["kill", "cut", "latency", "reset", "timeout", "pause", "away", "node"]);
    }

    /// <summary>The real service over both ways in, on a disk that loses what was acknowledged.</summary>
    [Fact]
    [Trait("Category", "EndToEnd")]
    public async Task RunAsync_StoreThatLosesWhatItAcknowledged_IsFound()
    {
        using var folder = new TempDirectory();
        var options = new CrashOptions
        {
            System = _system,
            Store = StoreTarget.Sqlite,
            Faults = [AnalyzerCrash.Kill],
            Rounds = 1,
            Span = TimeSpan.FromMilliseconds(100),
            Workers = 4,
            Seed = 1,
            Out = folder.Path,
            Servers = "",
        };
        var subject = new AnalyzerSubject(options, folder.Path, "removal", ServiceSettings.Default, ServiceSettings.Default);
        var rounds = new CrashRounds(new CrashTrial(new DataRemoval(folder.Combine("data")), subject), options, TextWriter.Null);

        await rounds.RunAsync(TestContext.Current.CancellationToken).Within(Deadline.Extended);

        var result = rounds.Result;
        result.Succeeded.ShouldBeFalse();
        result.Entries.ShouldBeGreaterThan(CrashRounds.MinAcknowledged);
        result.Counters.Lost.ShouldBe(result.Entries);
        result.Counters.Verified.ShouldBe(0);
    }

    private sealed class DataRemoval(string data) : IFault
    {
        public string Name => "removal";

        public bool EndsSystem => true;

        public async Task<string> StrikeAsync(IRunningSystem system, int round, ulong draw, CancellationToken cancellationToken)
        {
            await system.KillAsync(cancellationToken);
            Directory.Delete(data, recursive: true);
            return "killed, and its data removed";
        }
    }
}
