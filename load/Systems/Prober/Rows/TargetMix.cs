namespace Load.Systems.Prober.Rows;

/// <summary>The behaviours of targets, by their number.</summary>
/// <param name="Of">The behaviour's name, as the farm knows it.</param>
internal sealed record TargetMix(string Name, Func<int, string> Of)
{
    /// <summary>Answers that are good and that few servers give.</summary>
    private static readonly string[] Odd = ["notmodified", "interim", "trailers", "noreason", "barelf", "anycase"];

    /// <summary>Targets whose answer is good as a whole.</summary>
    public static IReadOnlyList<string> Good { get; } = ["ok", "slow", "changed", .. Odd];

    /// <summary>A prober has to call these up; of one that flaps both are true in turn, all others are down.</summary>
    /// <remarks>A huge answer begins with 200: no row checks a content, and without such a check the status decides.</remarks>
    private static readonly string[] Up = [.. Good, "huge"];

    /// <summary>All that a target can do.</summary>
    public static IReadOnlyList<string> Kinds { get; } =
    [
        .. Up, "hang", "reset", "trickle", "loop", "flap", "expired", "wronghost", "selfsigned", "status",
    ];

    public static TargetMix Ok { get; } = new("ok", _ => "ok");

    /// <summary>Three targets in ten never answer.</summary>
    public static TargetMix SomeHang { get; } = new("30%-hang", i => i % 10 < 3 ? "hang" : "ok");

    public static TargetMix AllHang { get; } = new("all-hang", _ => "hang");

    /// <summary>One target of each behaviour.</summary>
    public static TargetMix All { get; } = new("all", i => Kinds[i % Kinds.Count]);

    /// <summary>Whether a state contradicts the target's behaviour. Unknown is not counted as wrong.</summary>
    public static bool IsFalse(string target, string state) => target.Split('-')[0] is var behaviour
        && behaviour != "flap" && state == (Up.Contains(behaviour) ? "down" : "up");
}
