using System.Text.Json;
using System.Text.Json.Serialization;
using Prober.Engine.Timelines;

namespace Prober.Features.Notifications;

/// <summary>A message. Times are in UTC; it has everything that a receiver needs to act without asking.</summary>
/// <param name="Kind">One of <see cref="NoticeKind"/>.</param>
/// <param name="State">The target's: up or down. Null for several.</param>
/// <param name="At">When it happened; for a change, when the state began.</param>
/// <param name="Cause">Why, for a person.</param>
internal sealed record Notice(string Kind, string? State, DateTimeOffset At, string Cause)
{
    private static readonly JsonSerializerOptions Json = new(JsonSerializerDefaults.Web)
    {
        DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull,
    };

    public NoticeTarget? Target { get; init; }

    /// <summary>Milliseconds before <see cref="At"/> in which the state is in doubt.</summary>
    public long? DoubtMilliseconds { get; init; }

    /// <summary>Consecutive bad probes since the target went down.</summary>
    public long? Failures { get; init; }

    /// <summary>Milliseconds for which it was down, in the message of its end, without planned time.</summary>
    public long? DownMilliseconds { get; init; }

    /// <summary>Milliseconds of the outage in which the state was unknown; null for none.</summary>
    public long? UnknownMilliseconds { get; init; }

    /// <summary>Set in a message about several targets: how many went up and down, and the first of them.</summary>
    public NoticeSummary? Summary { get; init; }

    /// <summary>The lines of a report; null for other messages.</summary>
    public IReadOnlyList<string>? Report { get; init; }

    public static Notice Parse(string json) => JsonSerializer.Deserialize<Notice>(json, Json)!;

    /// <summary>One line for a person.</summary>
    [JsonIgnore]
    public string Title => Kind switch
    {
        NoticeKind.Storm => $"{Summary!.Down} targets went down and {Summary.Up} came up",
        NoticeKind.Flapping => $"{Target} keeps changing",
        NoticeKind.Report => Cause,
        NoticeKind.Steady => $"{Target} is {State}, and steady again",
        NoticeKind.Reminder => $"{Target} is still down",
        NoticeKind.Escalation => $"{Target} is down, and nobody has acknowledged it",
        _ => $"{Target} is {State}",
    };

    /// <summary>Some lines for a person.</summary>
    [JsonIgnore]
    public string Text => Report is { } report ? string.Join('\n', report)
        : Summary is { } summary
        ? string.Join('\n', summary.First.Select(target => $"{target}"))
            + (summary.Down + summary.Up > summary.First.Count ? "\nand others" : "")
        : string.Join('\n', Lines());

    /// <summary>Something is wrong.</summary>
    [JsonIgnore]
    public bool IsBad => State == "down" || Kind == NoticeKind.Flapping || Summary?.Down > 0;

    /// <summary>Something was wrong, and is well again.</summary>
    [JsonIgnore]
    public bool IsGood => !IsBad && (State == "up" || Summary is not null);

    /// <summary>A sign that people see before they read.</summary>
    [JsonIgnore]
    public string Mark => IsBad ? "❌" : IsGood ? "✅" : "📊";

    /// <summary>For services that read Markdown: the words of a failing server must become no link and no picture.</summary>
    public Notice WithoutLinks() => this with { Cause = Cause.Replace("](", "] (") };

    /// <param name="outage">The measured times from its reported beginning to its end.</param>
    public Notice After(Availability outage) => this with
    {
        DownMilliseconds = outage.Down,
        UnknownMilliseconds = outage.Unknown == 0 ? null : outage.Unknown,
    };

    public override string ToString() => JsonSerializer.Serialize(this, Json);

    private IEnumerable<string> Lines()
    {
        yield return $"{Target!.Endpoint} since {At.UtcDateTime:yyyy-MM-dd HH:mm:ss} UTC";
        if (Cause.Length > 0)
        {
            yield return Cause;
        }

        if (DownMilliseconds is { } down)
        {
            yield return $"It was down for {Span(down)}.";
        }

        if (UnknownMilliseconds is { } unknown)
        {
            yield return $"In between, its state was unknown for {Span(unknown)}.";
        }

        if (DoubtMilliseconds is > 0 and var doubt)
        {
            yield return $"It may have begun up to {doubt / 1000.0:0.#} s earlier.";
        }
    }

    private static string Span(long milliseconds) => $"{TimeSpan.FromSeconds(Math.Round(milliseconds / 1000.0)):c}";
}

internal sealed record NoticeTarget(string Kind, string Name, string Endpoint, IReadOnlyDictionary<string, string> Labels)
{
    public override string ToString() => $"{Kind} {Name}";
}

internal sealed record NoticeSummary(int Down, int Up, IReadOnlyList<NoticeTarget> First);

internal static class NoticeKind
{
    /// <summary>A change of state.</summary>
    public const string Change = "change";

    public const string Reminder = "reminder";
    public const string Escalation = "escalation";
    public const string Flapping = "flapping";

    /// <summary>The end of flapping.</summary>
    public const string Steady = "steady";

    /// <summary>Many changes at once.</summary>
    public const string Storm = "storm";

    /// <summary>The availability of all targets, on a schedule.</summary>
    public const string Report = "report";
}
