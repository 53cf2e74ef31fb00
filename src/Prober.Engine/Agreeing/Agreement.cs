using Prober.Engine.Timelines;

namespace Prober.Engine.Agreeing;

/// <summary>
/// What several probers say together: down when enough of them say so, up when so many say up that the others could not make it down,
/// and otherwise unknown.
/// </summary>
/// <param name="Since">When so many saw it.</param>
/// <param name="ObservedUntil">Until when so many saw it.</param>
public sealed record Agreement(TargetState State, long Since, long ObservedUntil, string Cause)
{
    private static readonly Agreement Nothing = new(TargetState.Unknown, 0, 0, "");

    /// <param name="needed">So many make a target down.</param>
    /// <param name="opinions">Of all probers, by their names; that of a silent one is unknown.</param>
    /// <returns>Unknown when there are fewer opinions than needed, as while a configuration changes.</returns>
    public static Agreement Of(int needed, IReadOnlyList<(string Prober, Opinion Opinion)> opinions) =>
        needed > opinions.Count ? Nothing
        : Of(TargetState.Down, needed, opinions) ?? Of(TargetState.Up, opinions.Count - needed + 1, opinions) ?? Nothing;

    private static Agreement? Of(TargetState state, int needed, IReadOnlyList<(string Prober, Opinion Opinion)> opinions)
    {
        var same = opinions.Where(one => one.Opinion.State == state).ToList();
        return same.Count < needed
            ? null
            : new(
                state,
                same.Select(one => one.Opinion.Since).Order().ElementAt(needed - 1),
                same.Select(one => one.Opinion.ObservedUntil).OrderDescending().ElementAt(needed - 1),
                state == TargetState.Up
                    ? ""
                    : $"{same.Count} of {opinions.Count} probers say so. "
                        + string.Join(" ", same.Select(one => $"{one.Prober}: {one.Opinion.Cause}")));
    }
}
