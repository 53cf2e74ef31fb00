using System.Globalization;
using Prober.Engine.Watching;
using Prober.Features.Groups;

namespace Prober.Features.Configuration;

/// <summary>The keys of <c>group</c>; its members are found once all files are read.</summary>
internal static class TargetGroupReader
{
    public static GroupProbe Read(ConfigSection section)
    {
        var text = section.Text("down") ?? "any";
        var downAt = text switch
        {
            "any" => 1,
            "all" => null,
            _ => int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var number) && number > 0 ? number : (int?)0,
        };
        if (downAt == 0)
        {
            section.Add(section.LineOf("down"), "down has to be any, all, or how many members have to be down");
        }

        if (!section.Texts("members").Any())
        {
            section.Add(section.Line, "members is missing; write it like members: [Shop, tcp/Database]");
        }

        return new(section.Text("name") ?? "", downAt);
    }

    /// <param name="named">The key <c>members</c>.</param>
    public static void Join(
        GroupProbe group, IReadOnlyList<TargetDefinition> members, DependencyNames named, ICollection<ConfigProblem> problems)
    {
        group.Members = [.. members.Select(member => (member.Kind, member.Name)).Distinct()];
        if (group.DownAt > group.Members.Count && members.Count > 0)
        {
            problems.Add(new(
                named.File, named.Line,
                $"the group would never be down: down is {group.DownAt}, and it has {group.Members.Count} members; write all, or fewer"));
        }
    }
}
