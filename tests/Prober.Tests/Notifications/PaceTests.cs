using Microsoft.Extensions.DependencyInjection;
using Prober.Features.History.Storage;
using Prober.Features.Notifications;

namespace Prober.Tests.Notifications;

/// <summary>How many messages a service gets, and when.</summary>
public sealed class PaceTests : IDisposable
{
    private static readonly DateTimeOffset At = DateTimeOffset.FromUnixTimeSeconds(1_795_000_000);
    private readonly TempDirectory _folder = new("pace");

    public void Dispose() => _folder.Dispose();

    /// <summary>It keeps an alert for each target: only the message about that target closes it.</summary>
    [Theory]
    [InlineData("pagerduty: [{ name: n, routing_key: K, url: URL }]")]
    [InlineData("opsgenie: [{ name: n, key: K, url: URL }]")]
    public async Task Changes_OfThirtyTargetsAtOnce_ComeOneByOneWhereEachHasAnAlert(string notify)
    {
        await using var receiver = await Receiver.StartAsync();
        await using var host = await StartAsync(notify.Replace("URL", $"{receiver.Address}"));

        await SendAsync(host, Enumerable.Range(0, 30));
        await Deadline.UntilAsync(() => receiver.Taken.Count == 30);

        receiver.Taken.Select(taken => (string)(taken.Body["dedup_key"] ?? taken.Body["alias"])!).Distinct().Count().ShouldBe(30);
    }

    /// <summary>Its other messages would be refused as well, and some services close the door to who goes on.</summary>
    [Fact]
    public async Task Receiver_ThatWantsNoMessageForAnHour_IsLeftAlone()
    {
        await using var tired = await Receiver.StartAsync();
        await using var other = await Receiver.StartAsync();
        (tired.IsDown, tired.RetryAfter) = (true, "3600");
        await using var host = await StartAsync(
            $"http: [{{ name: n, url: \"{tired.Address}\" }}, {{ name: other, url: \"{other.Address}\" }}]");
        await SendAsync(host, [0]);
        await Deadline.UntilAsync(() => host.Log.Records.Any(record => $"{record}".Contains("Again in 3600 s")));

        for (var round = 1; round < 4; round++)
        {
            await SendAsync(host, [2 * round]);
            await SendAsync(host, [(2 * round) + 1], "other");
            await Deadline.UntilAsync(() => other.Taken.Count == round);
        }

        tired.Refused.ShouldBe(1);
    }

    private static Task SendAsync(ProberHost host, IEnumerable<int> numbers, string notifier = "n") =>
        host.Services.GetRequiredService<HistoryFile>().WriteAsync(writer =>
        {
            foreach (var name in numbers.Select(number => $"t{number}"))
            {
                var notice = new Notice(NoticeKind.Change, "down", At, "refused")
                {
                    Target = new("http", name, "here", new Dictionary<string, string>()),
                };
                writer.Send(new TargetKey("http", name), notifier, NoticeKind.Change, At.ToUnixTimeMilliseconds(), 0, $"{notice}");
            }
        }).Within();

    private Task<ProberHost> StartAsync(string notify)
    {
        File.WriteAllText(_folder.Combine("probes.yaml"), $"notify:\n  {notify}\n");
        return ProberHost.StartAsync("--config", _folder.Combine("probes.yaml"));
    }
}
