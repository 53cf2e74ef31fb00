using Prober.Engine.Probing;
using Prober.Engine.Timelines;
using Prober.Engine.Watching;

namespace Prober.Features.Groups;

/// <summary>The sum of the states of some targets, its members. Those in maintenance do not count.</summary>
/// <param name="downAt">So many members have to be down for the group to be down; null for all of them.</param>
internal sealed class GroupProbe(string name, int? downAt) : IProbe
{
    private const int MaxNamed = 5;

    private volatile IReadOnlyList<WatchedTarget> _members = [];

    public string Kind => "group";

    public string Endpoint => name;

    public string Destination => $"group {name}";

    /// <summary>So many members have to be down; null for all of them.</summary>
    public int? DownAt => downAt;

    /// <summary>The kinds and names of the members.</summary>
    public IReadOnlyList<(string Kind, string Name)> Members { get; set; } = [];

    /// <summary>Before the first probe, and after each change of the configuration.</summary>
    public void Use(IReadOnlyList<WatchedTarget> members) => _members = members;

    public Task<ProbeResult> ProbeAsync(ProbeCall call)
    {
        var members = _members.Where(member => member.State != TargetState.Maintenance).ToList();
        var down = members.FindAll(member => member.State == TargetState.Down);
        var unknown = members.FindAll(member => member.State == TargetState.Unknown);
        var needed = downAt ?? members.Count;
        _ = members.Count == 0 ? call.Result.Fail(FailureClass.Dependency, "None of its members is watched now.")
            : down.Count >= needed ? call.Result.Fail(FailureClass.Status, $"{down.Count} of {members.Count} are down: {Names(down)}.")
            : down.Count + unknown.Count >= needed
                ? call.Result.Fail(FailureClass.Dependency, $"{unknown.Count} of {members.Count} are unknown: {Names(unknown)}.")
            : call.Result;
        call.Result.IsUnmeasured = true;
        return Task.FromResult(call.Result);
    }

    private static string Names(List<WatchedTarget> members) =>
        string.Join(", ", members.Take(MaxNamed).Select(member => $"{member.Definition.Kind} {member.Definition.Name}"))
        + (members.Count > MaxNamed ? " and others" : "");
}
