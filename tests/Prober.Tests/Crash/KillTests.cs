using System.Diagnostics;
using Prober.Features.History.Storage;
using Prober.Tests.Notifications;

namespace Prober.Tests.Crash;

/// <summary>The prober is killed again and again, while a target goes up and down and its receiver listens.</summary>
public sealed class KillTests : IDisposable
{
    private readonly TempDirectory _folder = new("prober-kill");

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    private string DatabasePath => Path.Combine(_folder.Combine("data"), "prober.db");

    public void Dispose() => _folder.Dispose();

    [Fact]
    public Task Kill_Twice_LosesNoChangeThatWasTold() => RunAsync(2);

    [Fact]
    [Trait("Category", "Nightly")]
    public Task Kill_AHundredTimes_LosesNoChangeThatWasTold() => RunAsync(100);

    private async Task RunAsync(int kills)
    {
        await using var receiver = await Receiver.StartAsync();
        File.WriteAllText(_folder.Combine("probes.yaml"), $$"""
            http:
              - { name: shop, url: {{receiver.Address}}target, success_code: [[200, 299]], interval: 1s, timeout: 1s }
            notify:
              http: [{ name: web, url: {{receiver.Address}}web }]
            """);
        var random = new Random(kills);
        for (var kill = 0; kill < kills; kill++)
        {
            using var process = Start();
            try
            {
                // It tells the other state next; somewhere around that moment it dies.
                var told = Told();
                receiver.IsTargetDown = told % 2 == 0;
                await Deadline.UntilAsync(() => Told() > told);
                await Task.Delay(random.Next(30), Token);
            }
            finally
            {
                process.Kill();
                await process.WaitForExitAsync(CancellationToken.None);
            }
        }

        // A repeat has the id of the first.
        var messages = receiver.Taken.DistinctBy(taken => taken.Id).Select(taken => taken.Body).ToList();
        messages.Count.ShouldBeGreaterThanOrEqualTo(kills);
        messages.Select(message => message["state"]!.GetValue<string>())
            .ShouldBe(Enumerable.Range(0, messages.Count).Select(number => number % 2 == 0 ? "down" : "up"));
        var changes = HistoryFile.ReadFrom(DatabasePath, reader => reader.Changes(1, new(0, long.MaxValue)));
        foreach (var message in messages)
        {
            var at = message["at"]!.GetValue<DateTimeOffset>().ToUnixTimeMilliseconds();
            changes.ShouldContain(change => change.At == at, $"{message}");
        }

        HistoryFile.Check(DatabasePath).ShouldBeEmpty();

        int Told() => receiver.Taken.Select(taken => taken.Id).Distinct().Count();
    }

    private Process Start()
    {
        var program = Path.Combine(BuiltProgram.Folder("Prober"), "prober.dll");
        string[] arguments =
        [
            program, "--config", _folder.Combine("probes.yaml"), $"--Prober:DataDirectory={_folder.Combine("data")}",
            "--Prober:HttpPort=0", "--Prober:JoinSpan=00:00:00", "--Prober:StopAtEndOfInput=true",
        ];
        return Process.Start(new ProcessStartInfo("dotnet", arguments) { RedirectStandardInput = true })!;
    }
}
