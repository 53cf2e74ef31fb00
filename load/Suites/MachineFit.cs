using Load.Corpus;

namespace Load.Suites;

/// <summary>What a machine can do in the time and the memory there is.</summary>
/// <param name="Cores">Shared by generator and service.</param>
/// <param name="MemoryBytes">Likewise.</param>
internal sealed record MachineFit(int Cores, long MemoryBytes)
{
    private const long MB = 1_000_000;

    /// <summary>Sent, received, hashed and analysed each second on one core: what was measured through the slowest transport, less a half.</summary>
    private const long SurelyPerCore = 80 * MB;

    /// <summary>The same as it usually is.</summary>
    private const long UsuallyPerCore = 150 * MB;

    /// <summary>Of both processes, whatever they do.</summary>
    private const long Processes = 500 * MB;

    /// <summary>In socket buffers and windows on both sides, for each upload under way.</summary>
    private const long MostPerInstance = MB;

    public static MachineFit Here { get; } = new(Environment.ProcessorCount, GC.GetGCMemoryInfo().TotalAvailableMemoryBytes);

    /// <returns>Why the cell cannot be measured; null when it can.</returns>
    public string? WhyNot(Cell cell, TimeSpan timeout)
    {
        var size = cell.Size ?? 0;
        var needed = Processes + 2 * size * FileLibrary.DistinctFiles(size) + Callers(cell) * Math.Min(MostPerInstance, size); // files are kept raw and cut into messages
        return BytesAtOnce(cell) > SurelyPerCore * Cores * timeout.TotalSeconds
            ? $"{Units.Bytes(BytesAtOnce(cell))} under way at once cannot be answered within the time-out of {timeout.TotalSeconds} s on {Cores} cores"
            : needed > MemoryBytes ? $"about {Units.Bytes(needed)} of memory would be needed, there are {Units.Bytes(MemoryBytes)}"
            : null;
    }

    /// <summary>How long the requests that are under way at the end of a slot still take.</summary>
    public TimeSpan Drain(Cell cell) => TimeSpan.FromSeconds((double)BytesAtOnce(cell) / (UsuallyPerCore * Cores));

    private static long BytesAtOnce(Cell cell) => cell.Operation.SendsBody ? (cell.Size ?? 0) * Callers(cell) : 0;

    private static int Callers(Cell cell) => cell.Load is LoadShape.Closed closed ? closed.Callers : 1;
}
