using System.Globalization;

namespace Journal.Tests.Peers;

/// <summary>
/// rsyslog's omrelp sends while the journal is killed again and again. It never sends again what was acknowledged, so if every line is
/// stored in the end, none was acknowledged that was not on the disk.
/// </summary>
public sealed class RelpKillTests
{
    private const int LinesEach = 2000;

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact]
    public Task Kill_WhileRsyslogSends_LosesNothingThatWasAcknowledged() => KillAsync(rounds: 2);

    [Fact]
    [Trait("Category", "Nightly")]
    public Task Kill_TwentyTimesWhileRsyslogSends_LosesNothingThatWasAcknowledged() => KillAsync(rounds: 20);

    private static async Task KillAsync(int rounds)
    {
        Rsyslog.SkipUnlessPresent();
        using var directory = new TempDirectory();
        var (folder, key) = (directory.Combine("journal"), directory.Combine("reader.pem"));
        (await JournalProcess.RunAsync(folder, "init", "--new-reader", key)).Code.ShouldBe(0);
        var port = LoopbackPort.FindFree([0]);
        using var rsyslog = Rsyslog.Send(directory, [], $"""
            action(type="omrelp" target="127.0.0.1" port="{port}" template="line" windowSize="50"
              action.resumeRetryCount="-1" action.resumeInterval="1" queue.type="LinkedList" queue.size="500000")
            """);
        for (var round = 0; round < rounds; round++)
        {
            var (process, http) = await JournalProcess.ServeAsync(folder, $"--Journal:RelpPort={port}");
            using (process)
            {
                await File.AppendAllTextAsync(
                    directory.Combine("lines"),
                    string.Concat(Enumerable.Range(round * LinesEach, LinesEach).Select(number => $"line {number:D8}\n")), Token);
                var before = await StoredAsync(http);
                await Deadline.UntilAsync(async () => await StoredAsync(http) > before + (37 * round));
                await process.KillAsync();
            }
        }

        var total = rounds * LinesEach;
        var (last, metrics) = await JournalProcess.ServeAsync(folder, $"--Journal:RelpPort={port}");
        HashSet<string> stored = [];
        var count = 0;
        using (last)
        {
            await Deadline.UntilAsync(async () =>
            {
                var before = await StoredAsync(metrics);
                await Task.Delay(500, Token);
                if (await StoredAsync(metrics) != before)
                {
                    return false;
                }

                var lines = (await JournalProcess.RunAsync(folder, "replay", "--key", key)).Output.Split('\n')
                    .Where(line => line.StartsWith("line ", StringComparison.Ordinal)).ToList();
                (stored, count) = ([.. lines], lines.Count);
                return stored.Count >= total;
            });
            await last.KillAsync();
        }

        TestContext.Current.TestOutputHelper?.WriteLine(
            $"{rounds} kills: {total} lines sent, {stored.Count} stored, {count - stored.Count} of them twice, 0 missing.");
        stored.Count.ShouldBe(total);
        var (code, report) = await JournalProcess.RunAsync(folder, "verify", "--key", key);
        code.ShouldBe(0, report);
    }

    private static async Task<double> StoredAsync(Uri http)
    {
        using var client = new HttpClient { BaseAddress = http };
        var text = await client.GetStringAsync("/metrics", Token).Within();
        return double.Parse(
            text.Split('\n').First(line => line.StartsWith("journal_records_total ", StringComparison.Ordinal)).Split(' ')[1],
            CultureInfo.InvariantCulture);
    }
}
