using Load.Measuring;
using Load.Statistics;
using Load.Systems.Analyzer.Corpus;
using Load.Systems.Analyzer.Operations;

namespace Load.Systems.Analyzer.Suites;

/// <summary>Estimates what a machine can do in the time and the memory there is.</summary>
/// <param name="Cores">Shared by generator and service.</param>
/// <param name="MemoryBytes">Shared by generator and service.</param>
internal sealed record CapacityEstimate(int Cores, long MemoryBytes)
{
    private const long MB = 1_000_000;

    /// <summary>
    /// Sent, received, hashed and analysed each second on one core: half of what was measured through the slowest transport.
    /// </summary>
    private const long SurelyPerCore = 80 * MB;

    /// <summary>The same as it usually is.</summary>
    private const long UsuallyPerCore = 150 * MB;

    /// <summary>The memory that both processes take, whatever they do.</summary>
    private const long Processes = 500 * MB;

    /// <summary>The bytes in socket buffers and windows on both sides, for each current upload.</summary>
    private const long MaxPerInstance = MB;

    public static CapacityEstimate Here { get; } = new(Environment.ProcessorCount, GC.GetGCMemoryInfo().TotalAvailableMemoryBytes);

    /// <returns>Why requests cannot be measured; null when they can.</returns>
    public string? ObstacleTo(Operation operation, long? size, LoadShape load, TimeSpan timeout)
    {
        var bytes = size ?? 0;
        var atOnce = BytesAtOnce(operation, size, load);

        // Files are kept raw and cut into messages.
        var needed = Processes + 2 * bytes * FileLibrary.DistinctFiles(bytes) + Callers(load) * Math.Min(MaxPerInstance, bytes);
        return atOnce > SurelyPerCore * Cores * timeout.TotalSeconds
            ? $"{Format.Bytes(atOnce)} under way at once cannot be answered within the time-out of {timeout.TotalSeconds} s on " +
                $"{Cores} cores"
            : needed > MemoryBytes ? $"about {Format.Bytes(needed)} of memory would be needed, there are {Format.Bytes(MemoryBytes)}"
            : null;
    }

    /// <summary>How long the requests that are under way at the end of an iteration still take.</summary>
    public TimeSpan Drain(Operation operation, long? size, LoadShape load) =>
        TimeSpan.FromSeconds((double)BytesAtOnce(operation, size, load) / (UsuallyPerCore * Cores));

    private static long BytesAtOnce(Operation operation, long? size, LoadShape load) =>
        operation.SendsBody ? (size ?? 0) * Callers(load) : 0;

    private static int Callers(LoadShape load) => load is LoadShape.Closed closed ? closed.Callers : 1;
}
