using System.CommandLine;
using System.CommandLine.Parsing;
using Load.Machine;
using Load.Measuring;
using Load.Servers;

namespace Load.Systems.Sigma.Suites;

/// <summary>The options of the suite, and what they ask for.</summary>
internal sealed class SigmaSuiteOptions
{
    private readonly Option<string?> _rules = new("--rules") { Description = "A folder of rules of your own, measured over --events." };
    private readonly Option<string?> _events = new("--events") { Description = "A file with a record a line." };
    private readonly Option<string?> _mapping = new("--mapping") { Description = "How they call fields: windows, zeek or ecs." };

    private readonly Option<string> _servers = new("--servers")
    {
        Description = "The script that starts a Kafka broker, where KAFKA_URL names none",
        DefaultValueFactory = _ => ProjectFolder.ServerScript,
    };

    public SuiteCommand Command(string name, string description, Func<SigmaRequest, Suite> create) =>
        new(name, description, (parsed, _) => create(Read(parsed)))
        {
            Options = [_rules, _events, _mapping, _servers],
            Validate = Check,
        };

    /// <summary>A suite of rules and records that are not a person's own.</summary>
    public SuiteCommand OfStreams(
        string name, string description, Func<SigmaRequest, ParseResult, Suite> create, params Option[] own) => new(
            name, description,
            (parsed, _) => create(new SigmaRequest(null, parsed.GetValue(_servers)!, KafkaBroker.Running), parsed))
        {
            Options = [.. own, _servers],
        };

    private SigmaRequest Read(ParseResult parsed)
    {
        var (rules, events, servers) = (parsed.GetValue(_rules), parsed.GetValue(_events), parsed.GetValue(_servers)!);
        if (rules is null || events is null)
        {
            return new(null, servers, KafkaBroker.Running);
        }

        if (!Directory.Exists(rules) || !File.Exists(events))
        {
            throw new LabException($"There is no folder '{rules}', or no file '{events}'.");
        }

        return new(new(Path.GetFullPath(rules), Path.GetFullPath(events), parsed.GetValue(_mapping)), servers, KafkaBroker.Running);
    }

    private void Check(CommandResult result)
    {
        if ((result.GetResult(_rules) is null) != (result.GetResult(_events) is null))
        {
            result.AddError("--rules and --events come together.");
        }
    }
}

/// <param name="Own">Rules and events of a person's own; null for the built-in cases.</param>
/// <param name="Servers">The script that starts a broker.</param>
/// <param name="Broker">One that runs already; null without one.</param>
internal sealed record SigmaRequest(OwnStream? Own, string Servers, string? Broker);

/// <param name="Rules">A folder.</param>
/// <param name="Events">A file.</param>
/// <param name="Mapping">A name; null for none.</param>
internal sealed record OwnStream(string Rules, string Events, string? Mapping);
