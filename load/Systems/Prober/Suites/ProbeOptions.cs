using System.CommandLine;
using Load.Machine;
using Load.Measuring;
using Load.Systems.Prober.Processes;

namespace Load.Systems.Prober.Suites;

/// <summary>The options of suites that start a prober.</summary>
internal sealed class ProbeOptions
{
    private const string Section = "Prober:";

    /// <summary>The keys that the lab decides for every prober that it starts.</summary>
    private static readonly string[] Taken = ["Prober:Config", "Prober:HttpPort", "Prober:StopAtEndOfInput"];

    private readonly Option<string> _farm = new("--farm")
    {
        Description = "Who answers the probes: the lab's own farm, or nginx (plain http and https rows) [default: own]",
        DefaultValueFactory = _ => "own",
    };

    private readonly Option<string[]> _settings = new("--set") { Description = "A setting of the prober, as in Prober:MaxInFlight=1000" };

    public ProbeOptions() => _farm.Require(value => value is "own" or "nginx", "own or nginx");

    public SuiteCommand Command(string name, string description, Func<ProbeRequest, ParseResult, Suite> create, params Option[] own) =>
        new(name, description, (parsed, _) => create(Request(parsed), parsed)) { Options = [.. own, _farm, _settings] };

    private ProbeRequest Request(ParseResult parsed) => new(
        parsed.GetValue(_farm) == "nginx", (parsed.GetValue(_settings) ?? []).Select(Setting).ToDictionary());

    private static KeyValuePair<string, string> Setting(string text)
    {
        if (text.Split('=', 2) is not [var key, var value] || !key.StartsWith(Section, StringComparison.OrdinalIgnoreCase))
        {
            throw new LabException($"--set {text}: write it as in Prober:MaxInFlight=1000.");
        }

        return Taken.Contains(key, StringComparer.OrdinalIgnoreCase)
            ? throw new LabException($"--set {key}: the lab decides that itself.")
            : new(key, value);
    }
}

/// <param name="WithNginx">nginx answers, in place of the lab's farm.</param>
/// <param name="Settings">The settings of the prober.</param>
internal sealed record ProbeRequest(bool WithNginx, IReadOnlyDictionary<string, string> Settings)
{
    /// <summary>Why a program of others cannot be measured here; null when it can.</summary>
    public Func<PeerProgram, string?> ObstacleOf { get; init; } = program => program.Obstacle;

    /// <summary>Facts about the run.</summary>
    public SystemFacts Facts => new()
    {
        Settings = Settings,
        Others = new Dictionary<string, string> { ["farm"] = WithNginx ? "nginx" : "own" },
    };
}
