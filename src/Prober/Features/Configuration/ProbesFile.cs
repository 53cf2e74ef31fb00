using System.Net;
using Prober.Engine.Watching;
using Prober.Features.Alerts;
using Prober.Features.Configuration.Clients.Ssh;
using Prober.Features.Groups;
using Prober.Features.History.Storage;
using Prober.Features.Maintenance;
using Prober.Features.Notifications;
using Prober.Features.Pushes;
using Prober.Features.Quorums;
using Prober.Features.Reports;

namespace Prober.Features.Configuration;

/// <summary>The contents of a configuration's files, and all errors in them.</summary>
/// <param name="Notes">Deviations from the files, such as a shortened time-out.</param>
internal sealed record ProbesFile(
    IReadOnlyList<TargetDefinition> Targets, IPEndPoint? Listen, IReadOnlyList<ConfigProblem> Problems, IReadOnlyList<ConfigProblem> Notes)
{
    public IReadOnlyDictionary<TargetKey, AlertPolicy> Alerts { get; init; } = new Dictionary<TargetKey, AlertPolicy>();

    public IReadOnlyList<NotifierDefinition> Notifiers { get; init; } = [];

    public IReadOnlyList<MaintenanceWindow> Maintenance { get; init; } = [];

    /// <summary>Targets of which one has to be up: otherwise the prober's own connection is not.</summary>
    public IReadOnlyList<TargetDefinition> Canaries { get; init; } = [];

    /// <summary>The probers that decide together; null when this one decides alone.</summary>
    public QuorumDefinition? Quorum { get; init; }

    /// <summary>When the availability is sent to notifiers; null for never.</summary>
    public SlaSchedule? Sla { get; init; }

    /// <summary>Reads files, all <c>.yaml</c> and <c>.yml</c> files of folders, and addresses, as one.</summary>
    /// <param name="path">One of these, or several between commas.</param>
    /// <param name="allowsShell">Whether targets may run programs; otherwise those that do are left out.</param>
    /// <param name="hosts">The keys of SSH servers; null for a reading without probes.</param>
    /// <param name="pushes">What targets report of themselves; null for a reading without probes.</param>
    /// <exception cref="IOException">One of them does not exist.</exception>
    public static ProbesFile Read(
        string path, Func<string, string?> variable, bool allowsShell = false, KnownHosts? hosts = null, PushBoard? pushes = null)
    {
        var problems = new List<ConfigProblem>();
        var notes = new ConfigNotes();
        var documents = new List<(string File, ConfigNode Root)>();
        foreach (var file in ConfigSource.Parts(path))
        {
            using var text = ConfigSource.Open(file, variable);
            if (new ConfigReader(file, variable, problems).Read(text) is { IsEmpty: false } root)
            {
                documents.Add((file, root));
            }
        }

        // Defaults apply to all files, whichever file sets them.
        var sections = documents
            .ConvertAll(document => (document.File, Section: new ConfigSection(document.File, document.Root, problems)));
        var settings = ProbesSettings.Default;
        var shared = new SharedParts(new EnvironmentProxy(variable), allowsShell, hosts ?? new(path: null), pushes ?? new());
        foreach (var (_, section) in sections)
        {
            if (section.Map("settings") is { } map)
            {
                settings = SettingsReader.Read(map, settings, shared);
            }
        }

        var places = new Dictionary<string, (string Place, string? Endpoint)>();
        var targets = new List<TargetDefinition>();
        var named = new Dictionary<TargetDefinition, DependencyNames>(ReferenceEqualityComparer.Instance);
        var groups = new Dictionary<TargetDefinition, DependencyNames>(ReferenceEqualityComparer.Instance);
        var alerts = new Dictionary<TargetKey, AlertPolicy>();
        var notifiers = new List<NotifierDefinition>();
        var maintenance = new List<MaintenanceWindow>();
        foreach (var (file, section) in sections)
        {
            foreach (var (definition, alert, line, fronts, members) in TargetReader.Read(file, section, settings.Probe, shared, problems,
                notes))
            {
                if (IsNew(file, line, $"{definition.Kind} {definition.Name}", definition.Probe.Endpoint))
                {
                    targets.Add(definition);
                    if (members is not null)
                    {
                        groups.Add(definition, members);
                    }

                    if (fronts is not null)
                    {
                        named.Add(definition, fronts);
                    }

                    if (alert != AlertPolicy.Default)
                    {
                        alerts.Add(new(definition.Kind, definition.Name), alert);
                    }
                }
            }

            if (section.Map("notify") is { } notify)
            {
                var read = new NotifyReader(file, settings.Notify, allowsShell, problems).Read(notify);
                notifiers.AddRange(read.Where(found => IsNew(file, found.Line, $"notifier {found.Definition.Name}"))
                    .Select(found => found.Definition));
            }

            maintenance.AddRange(MaintenanceReader.Read(file, section, settings.Zone, problems)
                .Where(found => IsNew(file, found.Line, $"maintenance {found.Window.Name}")).Select(found => found.Window));
        }

        (targets, var joined) = Dependencies.Resolve(targets, named, groups, problems);
        foreach (var (group, members) in joined)
        {
            TargetGroupReader.Join((GroupProbe)group.Probe, members, groups[group], problems);
        }

        var quorums = sections.ConvertAll(one => one.Section.Map("quorum")).OfType<ConfigSection>().ToList();
        var quorum = quorums.Count > 0 ? QuorumReader.Read(quorums[0]) : null;
        quorums.Skip(1).ToList().ForEach(second => second.Add(second.Line, "there may be one quorum in all files"));
        targets = quorum is null ? targets : targets.ConvertAll(Agreed);
        var canaries = sections.SelectMany(one => CanaryReader.Read(one.Section, targets)).Distinct().ToList();
        ConfigProblem[] inOrder = [.. problems.Distinct().OrderBy(problem => problem.File).ThenBy(problem => problem.Line)];
        return new(
            targets,
            settings.Listen,
            [.. inOrder.Where(problem => !problem.IsNote)],
            [.. notes.All, .. inOrder.Where(problem => problem.IsNote)])
        {
            Alerts = alerts,
            Notifiers = notifiers,
            Maintenance = maintenance,
            Canaries = canaries,
            Sla = settings.Sla,
            Quorum = quorum,
        };

        // What is pushed is pushed to one prober, and groups follow from their members.
        static TargetDefinition Agreed(TargetDefinition target) =>
            target with { IsAgreed = target.Probe is not (GroupProbe or PushProbe) };

        // Lists that programs write can have a target twice: then nothing is lost if it is watched once.
        bool IsNew(string file, int line, string name, string? endpoint = null)
        {
            if (places.TryAdd(name, ($"{file}:{line}", endpoint)))
            {
                return true;
            }

            var (place, same) = places[name];
            problems.Add(endpoint is not null && same == endpoint
                ? new(file, line, $"{name} is already defined at {place}, and is watched once", IsNote: true)
                : new(file, line, $"{name} is already defined at {place}"));
            return false;
        }
    }
}

/// <summary>The defaults of targets.</summary>
internal sealed record ProbeDefaults(TimeSpan Interval, TimeSpan Timeout, int Failures, int Successes, AlertPolicy Alert)
{
    /// <summary>Whether connections are closed in the ordinary way.</summary>
    public bool ClosesPlainly { get; init; }

    public IReadOnlyList<KeyValuePair<string, string>> Labels { get; init; } = [];

    public static ProbeDefaults Default { get; } =
        new(TargetDefinition.DefaultInterval, TargetDefinition.DefaultTimeout, 1, 1, AlertPolicy.Default);
}
