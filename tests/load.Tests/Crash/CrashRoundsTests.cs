using Load.Crash;
using Load.Crash.Faults;
using Load.Server;
using Load.Stores;

namespace Load.Tests.Crash;

public sealed class CrashRoundsTests
{
    /// <summary>The real service, over both edges; only the disk lies: what was acknowledged is gone when the service comes back.</summary>
    [Fact]
    public async Task RunAsync_StoreThatLosesWhatItAcknowledged_IsCaught()
    {
        using var folder = new TempDirectory();
        var options = new CrashOptions
        {
            Store = StoreTarget.Sqlite,
            Faults = [FaultCatalog.Kill],
            Rounds = 1,
            Span = TimeSpan.FromMilliseconds(100),
            Submitters = 4,
            Seed = 1,
            Out = folder.Path,
            Servers = "",
        };
        var rounds = new CrashRounds(new DataRemoval(folder.Combine("data")), options, folder.Path, TextWriter.Null);

        await rounds.RunAsync(TestContext.Current.CancellationToken).Within(TimeSpan.FromMinutes(2));

        var result = rounds.Result;
        result.Succeeded.ShouldBeFalse();
        result.Reports.ShouldBeGreaterThan(CrashRounds.LeastAcknowledged);
        result.Tally.Lost.ShouldBe(result.Reports);
        result.Tally.ReadBack.ShouldBe(0);
    }

    [Fact]
    public void Succeeded_NothingAcknowledged_IsFalse() => new CrashResult("kill", 3, 3, Files: 100, Reports: 0, new Tally()).Succeeded.ShouldBeFalse();

    [Fact]
    public void Succeeded_FewerRoundsThanPlanned_IsFalse() => new CrashResult("kill", 2, 3, Files: 100, Reports: 100, new Tally()).Succeeded.ShouldBeFalse();

    [Fact]
    public void Succeeded_AllAcknowledgedAndNothingFound_IsTrue() => new CrashResult("kill", 3, 3, Files: 100, Reports: 100, new Tally()).Succeeded.ShouldBeTrue();

    private sealed class DataRemoval(string data) : IFault
    {
        public string Name => "removal";

        public bool EndsService => true;

        public ServiceSettings Exposed => ServiceSettings.Default;

        public ServiceSettings Sheltered => ServiceSettings.Default;

        public async Task<string> StrikeAsync(ServiceProcess service, int round, ulong draw, CancellationToken cancellationToken)
        {
            await service.KillAsync(cancellationToken);
            Directory.Delete(data, recursive: true);
            return "killed, and its data removed";
        }

        public Task RelieveAsync(CancellationToken cancellationToken) => Task.CompletedTask;

        public Task MendAsync(CancellationToken cancellationToken) => Task.CompletedTask;
    }
}
