using Prober.Engine.Watching;
using Prober.Features.Alerts;

namespace Prober.Features.Configuration;

/// <summary>The sections of targets, and EaseProbe's sections that this prober does not support.</summary>
internal static class TargetReader
{
    private static readonly (string Key, string Alternative)[] UnsupportedSections =
    [
        ("ssh", "watch the port with tcp"),
        ("host", "use node_exporter for a machine's load"),
    ];

    public static IEnumerable<(TargetDefinition Definition, AlertPolicy Alert, int Line, DependencyNames? Fronts)> Read(
        string file,
        ConfigSection root,
        ProbeDefaults defaults,
        SharedParts shared,
        ICollection<ConfigProblem> problems,
        ConfigNotes notes)
    {
        root.Text("version");
        foreach (var (kind, read) in ProbeReaders.ByKind)
        {
            foreach (var node in root.List(kind))
            {
                var section = new ConfigSection(file, node, problems);
                var before = problems.Count;
                var name = section.Name("My site");
                var probe = read(section, defaults, shared);
                if (probe is null)
                {
                    continue;
                }

                var definition = CommonReader.Read(file, section, name, probe, defaults, shared, notes);
                var alert = AlertReader.Read(section, defaults.Alert, shared);
                string[] fronts = [.. section.Texts("depends_on")];
                section.End();
                if (problems.Skip(before).All(problem => problem.IsHarmless))
                {
                    yield return (
                        definition, alert, section.Line, fronts.Length > 0 ? new(file, section.LineOf("depends_on"), fronts) : null);
                }
            }
        }

        root.Map("settings");
        root.Texts("canary");
        root.Map("notify");
        root.List("maintenance");
        foreach (var (key, alternative) in UnsupportedSections)
        {
            root.Unsupported(key, alternative);
        }

        root.End();
    }
}
