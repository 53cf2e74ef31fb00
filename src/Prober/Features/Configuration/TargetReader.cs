using Prober.Engine.Probing;
using Prober.Engine.Watching;
using Prober.Features.Alerts;
using Prober.Features.Configuration.Clients.Ssh;
using Prober.Features.Groups;
using Prober.Features.Pushes;

namespace Prober.Features.Configuration;

/// <summary>The sections of targets.</summary>
internal static class TargetReader
{
    private static readonly string[] OverSsh = ["ssh", "host"];

    public static IEnumerable<(TargetDefinition Definition, AlertPolicy Alert, int Line, DependencyNames? Fronts,
        DependencyNames? Members)> Read(
        string file,
        ConfigSection root,
        ProbeDefaults defaults,
        SharedParts shared,
        ICollection<ConfigProblem> problems,
        ConfigNotes notes)
    {
        root.Text("version");
        foreach (var (read, sections) in Sections(file, root, defaults, shared, problems))
        {
            foreach (var section in sections)
            {
                section.TakesUnready = true;
                var before = problems.Count;
                var name = section.Name();
                if (read(section) is not { } probe)
                {
                    continue;
                }

                name ??= probe is PushProbe or GroupProbe ? section.Name("My site") : section.Called(probe.Endpoint);
                probe = section.NotReady is { } reason ? new UnreadyProbe(probe, reason) : probe;
                var (definition, looks) = CommonReader.Read(file, section, name, probe, defaults, shared, notes);
                var alert = AlertReader.Read(section, defaults.Alert, shared);
                alert = shared.Same(alert with { Looks = looks });
                string[] fronts = [.. section.Texts("depends_on")];
                section.End();
                if (problems.Skip(before).All(problem => problem.IsHarmless))
                {
                    yield return (
                        definition,
                        alert,
                        section.Line,
                        fronts.Length > 0 ? new(file, section.LineOf("depends_on"), fronts) : null,
                        probe is GroupProbe ? new(file, section.LineOf("members"), [.. section.Texts("members")], "members") : null);
                }
            }
        }

        root.Map("settings");
        root.Texts("canary");
        root.Map("quorum");
        root.Map("notify");
        root.List("maintenance");
        root.Note("log", "the log goes to the console");
        foreach (var key in new[] { "pid", "sla", "probe", "name", "icon", "timeformat", "timezone" })
        {
            root.Note(key, "EaseProbe reads it under settings alone, and so does this prober");
        }

        root.End();
    }

    /// <summary>The targets of each kind, and what reads one.</summary>
    private static IEnumerable<(Func<ConfigSection, IProbe?> Read, IEnumerable<ConfigSection> Targets)> Sections(
        string file, ConfigSection root, ProbeDefaults defaults, SharedParts shared, ICollection<ConfigProblem> problems)
    {
        foreach (var (kind, read) in ProbeReaders.ByKind)
        {
            yield return (
                section => read(section, defaults, shared), root.List(kind).Select(node => new ConfigSection(file, node, problems)));
        }

        foreach (var kind in OverSsh)
        {
            if (root.Map(kind) is { } map)
            {
                var bastions = SshReader.Bastions(map);
                yield return (section => SshReader.Read(kind, section, bastions, shared), [.. map.Sections("servers")]);
                map.End();
            }
        }
    }
}
