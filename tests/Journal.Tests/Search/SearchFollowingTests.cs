using System.Text;
using Journal.Features.Search;
using Journal.Log.Writing;

namespace Journal.Tests.Search;

public sealed class SearchFollowingTests
{
    private static CancellationToken Token => TestContext.Current.CancellationToken;

    /// <summary>What was there before is not printed; of what comes, only what is asked for, in the log's order.</summary>
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Follow_LinesThatComeLater_ArePrintedIfTheyAreAskedFor(bool asJson)
    {
        await using var host = await JournalHost.StartAsync(new WriterSettings { CheckpointInterval = TimeSpan.FromMilliseconds(20) });
        await PostAsync(host, "<11>Nov 22 10:00:00 web1 sshd: failed before");
        var query = new SearchQuery { Text = new("failed", ignoreCase: true, isRegex: false), Host = "web*", App = "sshd", Severity = 4 };
        var sink = new CollectingSink();
        using var end = CancellationTokenSource.CreateLinkedTokenSource(Token);
        var following = JournalHost.ReplayAsync(
            SearchFollowing.Replay(host.Folder, query, asJson, TimeProvider.System.GetUtcNow(), TextWriter.Null), sink, end.Token);

        string[] lines =
        [
            "<11>Nov 22 10:00:00 web1 sshd: Failed 1", "<11>Nov 22 10:00:00 db1 sshd: failed on another host",
            "<11>Nov 22 10:00:00 web1 cron: failed in another app", "<14>Nov 22 10:00:00 web1 sshd: failed, but harmless",
            "<11>Nov 22 10:00:00 web1 sshd: all is well", "<11>Nov 22 10:00:00 web2 sshd: FAILED 2",
        ];
        foreach (var line in lines)
        {
            await PostAsync(host, line);
        }

        await Deadline.UntilAsync(() => sink.Lines.Count >= 2);
        await end.CancelAsync();
        try
        {
            await following;
        }
        catch (OperationCanceledException)
        {
            // So it ends.
        }

        var printed = sink.Lines.ToArray();
        printed.Length.ShouldBe(2);
        printed[0].ShouldContain(asJson ? "\"message\":\"\\u003C11\\u003ENov 22 10:00:00 web1 sshd: Failed 1\"" : " 1: <11>Nov 22");
        printed[1].ShouldContain("web2 sshd: FAILED 2");
    }

    private static async Task PostAsync(JournalHost host, string line)
    {
        using var http = new HttpClient { BaseAddress = host.Http };
        using var response = await http.PostAsync("/v1/lines", new StringContent(line, Encoding.UTF8), Token).Within();
        response.EnsureSuccessStatusCode();
    }
}
