using Load.Measuring;
using Load.Measuring.Findings;
using Load.Statistics;
using Load.Systems.Sigma.Rows;

namespace Load.Systems.Sigma.Findings;

/// <summary>The first system's published tables, whole, and ours beside them by the only figure that compares: vCPU a record.</summary>
internal static class PublishedStreams
{
    private const string Source =
        "confluent-sigma 1.3.0, September 2023: one m4.2xlarge (8 vCPU, 32 GB), Confluent Cloud, Zeek DNS in 9 distinct records, " +
        "1,133,268,321 of them in the topic, Snappy, samples of a minute";

    private const int VirtualProcessors = 8;

    private static readonly string[][] Table =
    [
        ["rules", "1 exact match on uid", "the same", "1 regex ^.{50}.*$ on query", "100 exact matches, one hits"],
        ["partitions = threads", "50", "10", "50", "50"],
        ["date", "9/16/23", "9/17/23", "9/18/23", "4/12/22"],
        ["records/s average", "447,867.86", "440,591.99", "414,697.98", "42,009.09"],
        ["records/s maximum", "449,962.18", "445,189.40", "419,599.18", "42,899.07"],
        ["records/s minimum", "444,872.97", "438,167.95", "405,910.68", "41,046.08"],
        ["records standard deviation (as printed)", "93,042.65", "161,871.09", "258,010.36", "42,194.33"],
        ["records range", "5,089.22", "7,021.45", "13,688.50", "1,852.98"],
        ["bytes/s average", "16,679,009.05", "16,667,184.87", "15,542,244.36", "1,559,600.32"],
        ["bytes/s maximum", "16,826,161.52", "17,960,593.17", "15,755,537.87", "1,630,970.15"],
        ["bytes/s minimum", "16,368,011.65", "16,333,875.35", "15,243,612.75", "1,516,010.43"],
        ["bytes standard deviation (as printed)", "8,695,252.30", "34,750,928.99", "8,908,045.64", "2,448,238.47"],
        ["bytes range", "458,149.87", "1,626,717.82", "511,925.12", "114,959.72"],
        ["CPU", "93.5 %, app 795 %", "-", "-", "98.5 %, Java 794 %"],
    ];

    private static readonly (string Case, string Rules, int Partitions, double PerSecond)[] Averages =
    [
        ("case 1", "case-1", StreamRow.PublishedPartitions, 447_867.86), ("case 2", "case-1", 10, 440_591.99),
        ("case 3", "case-3", StreamRow.PublishedPartitions, 414_697.98), ("case 4", "case-4", StreamRow.PublishedPartitions, 42_009.09),
    ];

    /// <returns>Empty where none of the published cases was measured.</returns>
    public static IEnumerable<ReportSection> Of(RunResult result)
    {
        // In memory there are no partitions: what differs from case 1 in these only is case 1 there.
        var inMemory = Lines(
            result, "ours, in memory, µs",
            (row, published) => published.Case != "case 2" && SigmaRow.IsInMemory(row),
            row => SigmaRow.TimeOfOne(row)?.Mean);
        var streams = Lines(
            result, "ours, through a broker, µs",
            (row, published) => row.Case[StreamRow.PartitionsDimension] == $"{published.Partitions}"
                && row.Case[StreamRow.ProcessesDimension] == "1",
            row => StreamSection.CostOf(row)?.Mean);
        if (inMemory is null && streams is null)
        {
            return [];
        }

        return
        [
            new ReportSection("The published tables", $"{Source}.", new TextTable(
                [new("", true), new("case 1"), new("case 2"), new("case 3"), new("case 4")],
                [.. Table.Select(line => new TextTable.Line(line))]))
            {
                IsPublished = true,
                Sentences =
                [
                    "Scale-out of case 1: 2 machines with 25 threads each 881 k records/s, 3 with 17 each 1.3 M, the machines at about " +
                    "93 %. A plain consumer (20 M messages): 586 and 574 MB/s, 1.2 M and 1.2 M messages/s.",
                    "Earlier releases, cases 1, 3 and 4: 406 k, 136 k and 109 k records/s (March 2022), 412 k, 402 k and 42.8 k (April " +
                    "2022), 448 k, 424 k and 43.5 k (June 2023).",
                    "The standard deviations exceed the ranges by an order of magnitude, which cannot be: they stand here as printed. " +
                    "Case 1's text says that one record in six matches; the nine records that survive match one in nine. Case 4 was not " +
                    "run again.",
                ],
            },
            .. streams is null ? Array.Empty<ReportSection>() :
            [
                new ReportSection(
                    "vCPU a record, through a broker",
                    $"Published: {VirtualProcessors} vCPU over the average rate. Ours: processor time of sigma over the records that " +
                    "it read. What differs: the machine; the cluster, which was elsewhere there and is on the same machine here; the " +
                    "sink, a topic there and a file here. The same in both: Snappy, nine distinct records.",
                    streams),
            ],
            .. inMemory is null ? Array.Empty<ReportSection>() :
            [
                new ReportSection(
                    "vCPU a record",
                    $"Published: {VirtualProcessors} vCPU over the average rate. Ours is the evaluation in memory, on this machine, " +
                    "without a broker: nothing published compares with it; it says what is left for the rest.",
                    inMemory),
            ],
        ];
    }

    /// <returns>Null without a row.</returns>
    private static TextTable? Lines(
        RunResult result, string ours, Func<CaseResult, (string Case, int Partitions), bool> isOf, Func<CaseResult, double?> timeOf)
    {
        TextTable.Line[] lines =
        [
            .. from published in Averages
               from row in result.Rows
               where row.Case[SigmaRow.Rules] == published.Rules && isOf(row, (published.Case, published.Partitions))
               let time = timeOf(row)
               where time is not null
               select Line(published.Case, published.PerSecond, row, time.Value * 1e6),
        ];
        return lines.Length == 0 ? null : new(
            [new("case", true), new("records", true), new("published µs"), new(ours), new("published of ours")], lines);
    }

    private static TextTable.Line Line(string name, double perSecond, CaseResult row, double ours)
    {
        var published = VirtualProcessors * 1e6 / perSecond;
        return new(
            [name, row.Case[SigmaRow.Records]!, Format.Digits(published), Format.Digits(ours), $"{Format.Digits(published / ours)}×"]);
    }
}
