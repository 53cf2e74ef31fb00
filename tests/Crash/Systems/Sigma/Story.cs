using System.Text.Json;
using Load.Statistics;

namespace Crash.Systems.Sigma;

/// <summary>
/// The events of a site, and the alerts that they make. All of it is within the windows of the correlations, and no number is above its
/// bound by more than nothing or below it by more than one: a match that is lost, or counted twice, changes which of them fire.
/// </summary>
/// <param name="Events">In the order in which they are sent.</param>
/// <param name="Correlations">The alerts of correlations.</param>
internal sealed record Story(IReadOnlyList<StoryEvent> Events, IReadOnlyList<string> Correlations)
{
    /// <summary>Five failed logins of a user are guessing, three such users at a site spreading; three hosts there are a tour.</summary>
    public const string Rules =
        """
        title: failed
        id: 7d6c0f0e-2c3f-4b57-9f3a-6f5f4f4a5e01
        name: failed
        logsource: { product: lab }
        detection: { s: { action: failed }, condition: s }
        ---
        title: guessing
        id: 7d6c0f0e-2c3f-4b57-9f3a-6f5f4f4a5e02
        name: guessing
        correlation:
          type: event_count
          rules: [failed]
          generate: true
          group-by: [site, user]
          timespan: 5m
          condition: { gte: 5 }
        ---
        title: spreading
        id: 7d6c0f0e-2c3f-4b57-9f3a-6f5f4f4a5e03
        correlation:
          type: event_count
          rules: [guessing]
          generate: true
          group-by: [site]
          timespan: 5m
          condition: { gte: 3 }
        ---
        title: touring
        id: 7d6c0f0e-2c3f-4b57-9f3a-6f5f4f4a5e04
        correlation:
          type: value_count
          rules: [failed]
          generate: true
          group-by: [site]
          timespan: 5m
          condition: { field: host, gte: 3 }
        """;

    /// <summary>Equals the length of the windows, so that an event that a fault held up is not late.</summary>
    public static readonly TimeSpan Lateness = TimeSpan.FromMinutes(5);

    private const int Guessing = 5;

    /// <param name="site">No other story has it.</param>
    /// <param name="draw">Decides what happens there.</param>
    public static Story Of(string site, ulong draw)
    {
        // Three users reach the bound, or two; the last one always stays one below it.
        var (spreads, tours) = (draw % 2 == 0, draw / 2 % 2 == 0);
        int[] failures = [Guessing, Guessing, spreads ? Guessing : Guessing - 1, Guessing - 1];
        var events = failures.SelectMany((count, user) => Enumerable.Range(0, count).Select(number => (User: user, Number: number)))
            .Select((failure, index) => new StoryEvent(site, $"u{failure.User}", failure.Number, $"h{index % (tours ? 3 : 2)}")).ToArray();
        Shuffle(events, new SplitMix64(draw));
        return new(
            events,
            [
                .. failures.Index().Where(user => user.Item == Guessing).Select(user => $"guessing {site}/u{user.Index}"),
                .. spreads ? [$"spreading {site}"] : Array.Empty<string>(),
                .. tours ? [$"touring {site}"] : Array.Empty<string>(),
            ]);
    }

    private static void Shuffle(StoryEvent[] events, SplitMix64 draws)
    {
        for (var i = events.Length - 1; i > 0; i--)
        {
            var other = (int)(draws.Next() % (ulong)(i + 1));
            (events[i], events[other]) = (events[other], events[i]);
        }
    }
}

/// <summary>A failed login.</summary>
internal sealed record StoryEvent(string Site, string User, int Number, string Host)
{
    /// <summary>The id of the alert that this event makes by itself.</summary>
    public string Id => IdOf(Site, User, Number);

    public static string IdOf(string? site, string? user, int number) => $"failed {site}/{user}/{number}";

    public byte[] ToJson(DateTimeOffset time) => JsonSerializer.SerializeToUtf8Bytes(
        new { timestamp = time, action = "failed", site = Site, user = User, number = Number, host = Host });
}
