using System.CommandLine;
using Hosting.Lifetime;
using Sigma.Streams.Converting;
using Sigma.Streams.Evaluating;
using Sigma.Streams.Events.Formats;
using Sigma.Streams.Explaining;
using Sigma.Streams.Linting;
using Sigma.Streams.Publishing;
using Sigma.Streams.Testing;

namespace Sigma.Streams;

/// <summary>The commands of <c>sigma</c> besides the one that serves.</summary>
internal static class SigmaCommands
{
    private static readonly TimeSpan StopPatience = TimeSpan.FromSeconds(2);

    public static IEnumerable<Command> Create() => [Eval(), Lint(), Test(), Explain(), Convert(), Rules()];

    private static Command Eval()
    {
        var rules = Paths("--rules", "Files and folders of rules.");
        var events = Paths("--events", "Files and folders of events, or - for standard input.");
        var (records, mapping, placeholders) = (Records(), Mapping(), Placeholders());
        var noRouting = new Option<bool>("--no-routing") { Description = "Evaluate every rule for every record, whatever its log source." };
        var (format, include, pipelines, json) = (Format(), Include(), Pipelines(), Json());
        var legacy = new Option<bool>("--legacy")
        {
            Description = "Take rules of the earlier specification: aggregations such as | count() > 5, and collections (action: global).",
        };
        var reference = new Option<bool>("--reference") { Description = "Use the slow evaluator that defines what a rule means." };
        var verify = new Option<bool>("--verify") { Description = "Use both evaluators, and report every difference." };
        var command = new Command("eval", "Evaluates rules over events.")
        {
            rules, events, format, include, records, pipelines, legacy, mapping, placeholders, noRouting, json, reference, verify,
        };
        command.SetAction((parsed, _) => RunAsync(command.Name, (input, output, messages, token) => EvalCommand.RunAsync(
            new(
                parsed.GetValue(rules)!,
                parsed.GetValue(events)!,
                parsed.GetValue(mapping) ?? [],
                parsed.GetValue(placeholders),
                !parsed.GetValue(noRouting),
                parsed.GetValue(json),
                parsed.GetValue(verify) ? EvaluatorKind.Verified
                    : parsed.GetValue(reference) ? EvaluatorKind.Reference : EvaluatorKind.Fast)
            {
                Records = parsed.GetValue(records) ?? [],
                Format = parsed.GetValue(format),
                Include = parsed.GetValue(include) ?? [],
                Legacy = parsed.GetValue(legacy),
                Pipelines = parsed.GetValue(pipelines) ?? [],
            },
            input, output, messages, token)));
        return command;
    }

    private static Command Lint()
    {
        var paths = Paths();
        var (placeholders, json) = (Placeholders(), Json());
        var command = new Command("lint", "Reports mistakes in rules.") { paths, placeholders, json };
        command.SetAction((parsed, _) => RunAsync(command.Name, (_, output, messages, _) => LintCommand.RunAsync(
            parsed.GetValue(paths)!, parsed.GetValue(placeholders), parsed.GetValue(json), output, messages)));
        return command;
    }

    private static Command Test()
    {
        var paths = Paths();
        var (mapping, placeholders) = (Mapping(), Placeholders());
        var command = new Command("test", "Tests rules with the events beside them.") { paths, mapping, placeholders };
        command.SetAction((parsed, _) => RunAsync(command.Name, (_, output, messages, token) => TestCommand.RunAsync(
            parsed.GetValue(paths)!, parsed.GetValue(mapping) ?? [], parsed.GetValue(placeholders), output, messages, token)));
        return command;
    }

    private static Command Explain()
    {
        var rule = new Option<string>("--rule") { Description = "A file of rules.", Required = true };
        var events = new Option<string>("--events") { Description = "A file of events, or - for standard input.", Required = true };
        var index = new Option<long>("--index") { Description = "Which of the events; the first is 0." };
        var (format, pipelines, records, mapping, placeholders) = (Format(), Pipelines(), Records(), Mapping(), Placeholders());
        var command = new Command("explain", "Shows why a rule fires for an event, or does not.")
        {
            rule, events, index, format, pipelines, records, mapping, placeholders,
        };
        command.SetAction((parsed, _) => RunAsync(command.Name, (input, output, messages, token) => ExplainCommand.RunAsync(
            new(
                parsed.GetValue(rule)!,
                parsed.GetValue(events)!,
                parsed.GetValue(index),
                parsed.GetValue(mapping) ?? [],
                parsed.GetValue(placeholders))
            {
                Records = parsed.GetValue(records) ?? [],
                Format = parsed.GetValue(format),
                Pipelines = parsed.GetValue(pipelines) ?? [],
            },
            input, output, messages, token)));
        return command;
    }

    private static Command Convert()
    {
        var paths = Paths();
        var folder = new Option<string?>("--output") { Description = "A folder for the converted files. Without it they are printed." };
        var command = new Command(
            "convert-aggregates", "Converts aggregations of the earlier specification into correlations, and writes collections out.")
        {
            paths, folder,
        };
        command.SetAction((parsed, _) => RunAsync(command.Name, (_, output, messages, _) => ConvertCommand.RunAsync(
            parsed.GetValue(paths)!, parsed.GetValue(folder), output, messages)));
        return command;
    }

    private static Command Rules()
    {
        var (paths, placeholders) = (Paths(), Placeholders());
        var topic = new Option<string>("--topic") { Description = "The compacted topic of Sigma:Kafka:RulesTopic.", Required = true };
        var servers = new Option<string>("--bootstrap-servers")
        {
            Description = "Host and port of some brokers, separated by commas.",
            DefaultValueFactory = _ => "127.0.0.1:9092",
        };
        var client = new Option<string[]>("--client")
        {
            Description = "Properties of librdkafka, such as security.protocol=ssl.",
            AllowMultipleArgumentsPerToken = true,
        };
        var prune = new Option<bool>("--prune") { Description = "Remove the files of the topic that are not among these." };
        var publish = new Command("publish", "Writes rules into a topic, all at once.")
        {
            paths, topic, servers, client, placeholders, prune,
        };
        publish.SetAction((parsed, _) => RunAsync("rules publish", (_, _, messages, token) => PublishCommand.RunAsync(
            new(
                parsed.GetValue(paths)!,
                parsed.GetValue(topic)!,
                parsed.GetValue(servers)!,
                PublishOptions.Properties(parsed.GetValue(client) ?? []),
                parsed.GetValue(placeholders),
                parsed.GetValue(prune)),
            messages, token)));
        return new("rules", "Rules in a topic.") { publish };
    }

    private static Argument<string[]> Paths() =>
        new("path") { Description = "Files and folders of rules.", Arity = ArgumentArity.OneOrMore };

    private static Option<EventFormat?> Format() => new("--format")
    {
        Description = "The format of the events: json, evtx, xml, csv, auditd, syslog, access or text. Without it each file is detected.",
        CustomParser = result =>
        {
            var names = Enum.GetNames<EventFormat>();
            var index = Array.FindIndex(names, name => name.Equals(result.Tokens[0].Value, StringComparison.OrdinalIgnoreCase));
            if (index < 0)
            {
                result.AddError($"There is no format {result.Tokens[0].Value}. It can be {string.Join(", ", names).ToLowerInvariant()}.");
                return null;
            }

            return Enum.GetValues<EventFormat>()[index];
        },
    };

    private static Option<string[]> Pipelines() => new("--pipeline")
    {
        Description = "Files of processing pipelines in pySigma's YAML, which change the rules.",
        AllowMultipleArgumentsPerToken = true,
    };

    private static Option<string[]> Include() => new("--include")
    {
        Description = "Patterns for the names of files in folders, such as '*.json'.",
        AllowMultipleArgumentsPerToken = true,
    };

    private static Option<string[]> Records() => new("--records")
    {
        Description = "Where containers have their records, such as $.Records[*]. Those of clouds are found. $: every object is a record.",
        AllowMultipleArgumentsPerToken = true,
    };

    private static Option<string[]> Mapping() => new("--mapping")
    {
        Description = "Names of fields in records, each windows, linux, zeek, ecs, edr, cloud, network, or a file: the first whose "
            + "when holds counts.",
        AllowMultipleArgumentsPerToken = true,
    };

    private static Option<string?> Placeholders() => new("--placeholders") { Description = "A file with the values of %name%." };

    private static Option<string[]> Paths(string name, string description) =>
        new(name) { Description = description, Required = true, AllowMultipleArgumentsPerToken = true, Arity = ArgumentArity.OneOrMore };

    private static Option<bool> Json() => new("--json") { Description = "Write a line of JSON each." };

    private static async Task<int> RunAsync(string name, Func<Stream, Stream, TextWriter, CancellationToken, Task<int>> run)
    {
        using var signals = new StopSignals();
        await using var input = Console.OpenStandardInput();
        await using var output = Console.OpenStandardOutput();
        try
        {
            // A read from a terminal ignores tokens, so the stop does not wait for it, only a moment for a line that is being written.
            var running = Task.Run(() => run(input, output, Console.Error, signals.Token));
            var stopped = Task.Delay(Timeout.InfiniteTimeSpan, signals.Token);
            if (await Task.WhenAny(running, stopped) == stopped)
            {
                await Task.WhenAny(running, Task.Delay(StopPatience));
                return ExitCode.Interrupted;
            }

            return await running;
        }
        catch (OperationCanceledException) when (signals.Token.IsCancellationRequested)
        {
            return ExitCode.Interrupted;
        }
        catch (Exception exception) when (StartFailure.IsExpected(exception) || exception is InvalidDataException)
        {
            await Console.Error.WriteLineAsync($"{name}: {StartFailure.Sentence(exception)}");
            return ExitCode.NotDone;
        }
    }
}
