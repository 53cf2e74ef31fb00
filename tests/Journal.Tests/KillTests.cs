using System.Collections.Concurrent;

namespace Journal.Tests;

/// <summary>The two commands that lead from nothing to a running journal, and what is left when it is killed at work.</summary>
public sealed class KillTests
{
    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact]
    public Task Kill_WhileLinesCome_LosesNothingThatWasAcknowledged() => KillAsync(rounds: 2);

    [Fact]
    [Trait("Category", "Nightly")]
    public Task Kill_ManyTimes_LosesNothingThatWasAcknowledged() => KillAsync(rounds: 50);

    private static async Task KillAsync(int rounds)
    {
        using var directory = new TempDirectory();
        var (folder, key) = (directory.Combine("journal"), directory.Combine("reader.pem"));
        var (made, said) = await JournalProcess.RunAsync(folder, "init", "--new-reader", key);
        made.ShouldBe(0, said);
        var acknowledged = new ConcurrentBag<string>();
        for (var round = 0; round < rounds; round++)
        {
            var (process, http) = await JournalProcess.ServeAsync(folder);
            using (process)
            {
                var senders = Enumerable.Range(0, 4).Select(sender => SendAsync(http, $"{round} {sender}", acknowledged)).ToList();
                var before = acknowledged.Count;
                await Deadline.UntilAsync(() => acknowledged.Count > before + 40 + round);
                await process.KillAsync();
                await Task.WhenAll(senders).Within();
            }

            var (code, report) = await JournalProcess.RunAsync(folder, "verify", "--key", key);
            code.ShouldBe(0, report);
        }

        var (replayed, lines) = await JournalProcess.RunAsync(folder, "replay", "--key", key);
        replayed.ShouldBe(0, lines);
        acknowledged.Except(lines.Split('\n')).ShouldBeEmpty();
    }

    private static async Task SendAsync(Uri http, string name, ConcurrentBag<string> acknowledged)
    {
        using var client = new HttpClient { BaseAddress = http };
        try
        {
            for (var number = 0; ; number++)
            {
                var line = $"line {name} {number}";
                using var response = await client.PostAsync("/v1/lines", new StringContent(line), Token).Within();
                response.EnsureSuccessStatusCode();
                acknowledged.Add(line);
            }
        }
        catch (HttpRequestException)
        {
            // The server is gone, as it should be.
        }
    }
}
