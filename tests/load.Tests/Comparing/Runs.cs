using Load.Results.Summary;

namespace Load.Tests.Comparing;

/// <summary>
/// Runs as if measured, with noise that is known. A run and each of its passes have a machine factor that generator and service share; an
/// iteration has noise of its own. The first pass costs the service more.
/// </summary>
internal sealed record Runs
{
    public int Rows { get; init; } = 12;

    public int Repeats { get; init; } = 4;

    /// <summary>Standard deviation of the logarithm: what disturbs an iteration and its neighbours in the same pass.</summary>
    public double Machine { get; init; } = 0.06;

    /// <summary>Logarithm of what the first pass costs the service more.</summary>
    public double WarmUp { get; init; } = 0.05;

    /// <summary>Standard deviation of the logarithm, of each iteration by itself.</summary>
    public double Noise { get; init; } = 0.05;

    /// <summary>Standard deviation of the logarithm, from run to run.</summary>
    public double Drift { get; init; } = 0.04;

    /// <summary>Factor on the service's processor time, by row.</summary>
    public Func<int, double> Slower { get; init; } = _ => 1;

    public SummaryDocument Run(int seed)
    {
        var random = new Random(seed);
        var drift = Normal(random) * Drift;
        var passes = Enumerable.Range(0, Repeats).Select(_ => Normal(random) * Machine).ToArray();
        return Document(
        [
            .. Enumerable.Range(0, Rows).Select(row =>
                Row($"row {row}", [.. passes.Select((pass, repeat) => Repeat(row, repeat + 1, drift + pass, random))])),
        ]);
    }

    public static SummaryDocument Document(params SummaryRow[] rows) =>
        SummaryDocument.Of(Reports.Rows.Result(null)) with { Succeeded = true, Rows = rows };

    public static SummaryRow Row(string name, params SummaryRepeat[] repeats) => Measured with
    {
        Name = name,
        Units = repeats.Sum(repeat => repeat.Units),
        Repeats = repeats,
        InvalidReasons = [],
    };

    /// <summary>An iteration of a thousand requests.</summary>
    public static SummaryRepeat Repeat(int number, double cpuMicroseconds, double? labMicroseconds, double milliseconds = 1) => new()
    {
        Repeat = number,
        StartedAt = Reports.Rows.Noon,
        Seconds = 1,
        Units = 1000,
        Failed = 0,
        TimedOut = 0,
        Rate = 1000 / milliseconds,
        MeanMs = milliseconds,
        P50Ms = milliseconds,
        P95Ms = 2 * milliseconds,
        P99Ms = 3 * milliseconds,
        ServiceCpuMs = cpuMicroseconds,
        LabCpuMs = labMicroseconds,
        ServiceAllocatedBytes = 2_000_000,
    };

    private static SummaryRow Measured => SummaryRow.Of(Reports.Rows.Row("rest look-up 10KB x1", Reports.Rows.Iteration(1)));

    private SummaryRepeat Repeat(int row, int number, double machine, Random random)
    {
        var service = machine + (number == 1 ? WarmUp : 0);
        return Repeat(
            number,
            (20 << (row % 6)) * Slower(row) * Math.Exp(service + Normal(random) * Noise),
            (15 << (row % 6)) * Math.Exp(machine + Normal(random) * Machine / 2),
            Math.Exp(service + Normal(random) * Noise));
    }

    /// <summary>Box and Muller.</summary>
    private static double Normal(Random random) =>
        Math.Sqrt(-2 * Math.Log(1 - random.NextDouble())) * Math.Cos(2 * Math.PI * random.NextDouble());
}
