using Load.Measuring;

namespace Load.Systems.Sigma.Rows;

/// <summary>A row through a broker: what is done with the records, and who shares them.</summary>
/// <param name="Rules">A published case, or <see cref="Drain"/>.</param>
/// <param name="Partitions">The number of partitions of the topic.</param>
/// <param name="Processes">Members of the group; the processors are divided among them.</param>
internal sealed record StreamRow(string Rules, int Partitions, int Processes)
{
    public const string PartitionsDimension = "partitions";
    public const string ProcessesDimension = "processes";

    /// <summary>The value of <see cref="SigmaRow.Records"/> where they come from a broker.</summary>
    public const string Kafka = "kafka";

    /// <summary>The value of <see cref="SigmaRow.Rules"/> where records are taken and dropped.</summary>
    public const string Drain = "drain";

    /// <summary>
    /// The value of <see cref="SigmaRow.Rules"/> for the rule of case 1 with a value that no record has: an alert of every ninth record may
    /// cost more than all else.
    /// </summary>
    public const string Unmatched = "case-1-unmatched";

    /// <summary>The number of partitions in the published tables, in all cases but one.</summary>
    public const int PublishedPartitions = 50;

    public bool IsDrain => Rules == Drain;

    /// <summary>Readers of each process: all of them together are as many as there are processors.</summary>
    public int Threads => Math.Max(1, Environment.ProcessorCount / Processes);

    public IReadOnlyList<Dimension> Dimensions =>
    [
        new(SigmaRow.Records, Kafka),
        new(SigmaRow.Rules, Rules),
        new(PartitionsDimension, $"{Partitions}") { Label = $"{PartitionsDimension}={Partitions}", IsNumber = true },
        new(ProcessesDimension, $"{Processes}") { Label = $"{ProcessesDimension}={Processes}", IsNumber = true },
    ];
}
