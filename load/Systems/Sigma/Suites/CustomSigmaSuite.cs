using System.CommandLine;
using System.CommandLine.Parsing;
using System.Globalization;
using Load.Measuring;
using Load.Systems.Sigma.Rows;
using Load.Systems.Sigma.Streaming;

namespace Load.Systems.Sigma.Suites;

/// <summary>Rows that a person asks for: any number of rules of a kind over records in memory, or a case through a broker.</summary>
internal sealed class CustomSigmaSuite
{
    public const string Name = "custom-sigma";

    /// <summary>The dimensions of which it takes any value.</summary>
    public static readonly IReadOnlyList<string> Dimensions =
        [SigmaRow.Records, SigmaRow.Rules, StreamRow.PartitionsDimension, StreamRow.ProcessesDimension];

    private const int MaxRules = 50_000;

    private static readonly string[] Records = [SigmaSuite.Distinct, SigmaRow.Published, StreamRow.Kafka];
    private static readonly string[] OfMemory = [SigmaRow.Reader, .. SigmaSuite.Published];

    private static readonly string Takes =
        $"names: {string.Join(", ", OfMemory)}, a number and a kind such as 500-exact ({string.Join(", ", SigmaSuite.Kinds)}; up to " +
        $"{MaxRules:#,0}), and with --records {StreamRow.Kafka}: {string.Join(", ", SigmaSuite.OfStream)}";

    private readonly ListOption<string> _records = Words.Option(
        "--records", $"The records: made up, the published ones, or those through a broker [default: {SigmaSuite.Distinct}]", Records);

    private readonly ListOption<string> _rules = new(
        "--rules", "Cases, or a number and a kind of rules, such as 500-contains [default: reader,1000-mixed]", Takes,
        text => OfMemory.Contains(text) || SigmaSuite.OfStream.Contains(text) || IsCounted(text) ? text : null);

    private readonly ListOption<Number> _partitions =
        Number.Option("--partitions", $"Of the topic, with --records {StreamRow.Kafka} [default: 10]", 1000);

    private readonly ListOption<Number> _processes =
        Number.Option("--processes", $"Instances that share the topic, with --records {StreamRow.Kafka} [default: 1]", 8);

    public static SuiteCommand Command(SigmaSuiteOptions options)
    {
        var own = new CustomSigmaSuite();
        return options.OfStreams(
            Name, "rows that you ask for: any number of rules of a kind over records in memory, or cases through a broker", own.Create,
            own._records.Option, own._rules.Option, own._partitions.Option, own._processes.Option) with
        {
            Validate = own.Validate,
        };
    }

    private static bool IsCounted(string text) => text.Split('-') is [var count, var kind] && SigmaSuite.Kinds.Contains(kind)
        && Number.Parse(count, MaxRules) is { } number && number.Value.ToString(CultureInfo.InvariantCulture) == count;

    private void Validate(CommandResult result)
    {
        var records = (result.GetValue(_records.Option) ?? SigmaSuite.Distinct).Split(',', StringSplitOptions.TrimEntries);
        bool Has(Option option) => result.GetResult(option) is { Implicit: false };
        if (!records.Contains(StreamRow.Kafka) && (Has(_partitions.Option) || Has(_processes.Option)))
        {
            result.AddError($"--partitions and --processes are a topic's: they go with --records {StreamRow.Kafka}.");
        }

        var rules = (result.GetValue(_rules.Option) ?? "")
            .Split(',', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries);
        foreach (var record in records)
        {
            var foreign = record == StreamRow.Kafka
                ? rules.Where(rule => !SigmaSuite.OfStream.Contains(rule) && (OfMemory.Contains(rule) || IsCounted(rule)))
                : rules.Where(rule => !OfMemory.Contains(rule) && SigmaSuite.OfStream.Contains(rule));
            if (foreign.FirstOrDefault() is { } stranger)
            {
                result.AddError($"--records {record} does not go with --rules {stranger}.");
            }
        }
    }

    private Suite Create(SigmaRequest request, ParseResult parsed)
    {
        var rules = _rules.Values(parsed);
        var obstacle = SigmaSuite.ObstacleToStreams(request, ZeekStream.Obstacle);
        Case[] rows =
        [
            .. from records in _records.Values(parsed) ?? [SigmaSuite.Distinct]
               where records != StreamRow.Kafka
               from rule in rules ?? [SigmaRow.Reader, "1000-mixed"]
               select SigmaSuite.InMemory(records, rule),
            .. from records in _records.Values(parsed) ?? []
               where records == StreamRow.Kafka
               from partitions in _partitions.Values(parsed) ?? [new Number(10)]
               from processes in _processes.Values(parsed) ?? [new Number(1)]
               from rule in rules ?? [StreamRow.Drain, "case-1"]
               select SigmaSuite.Streamed(new StreamRow(rule, partitions.Value, processes.Value), request, obstacle),
        ];
        return SigmaSuite.Of(Name, AskedRows.Of(Name, rows));
    }
}
