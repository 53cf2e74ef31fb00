using Load.Machine;
using Load.Measuring;
using Load.Statistics;
using Load.Systems.Analyzer.Corpus;
using Load.Systems.Analyzer.Operations;
using Load.Systems.Analyzer.Transports;

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

        var needed = MemoryFor(bytes, load);
        return atOnce > SurelyPerCore * Cores * timeout.TotalSeconds
            ? $"{Format.Bytes(atOnce)} under way at once cannot be answered within the time-out of {timeout.TotalSeconds} s on " +
                $"{Cores} cores"
            : needed > MemoryBytes ? $"about {Format.Bytes(needed)} of memory would be needed, there are {Format.Bytes(MemoryBytes)}"
            : null;
    }

    /// <summary>How long the requests that are under way at the end of an iteration still take.</summary>
    public TimeSpan Drain(Operation operation, long? size, LoadShape load) =>
        TimeSpan.FromSeconds((double)BytesAtOnce(operation, size, load) / (UsuallyPerCore * Cores));

    /// <summary>What a row needs beyond processors.</summary>
    public static MachineNeeds NeedsOf(string transport, long? size, LoadShape load) => new()
    {
        Handles = TransportCatalog.IsMultiplexed(transport) ? TransportCatalog.Connections : Callers(load),
        ConnectionsPerSecond = transport == TransportCatalog.RestPerCall && load is LoadShape.Open open ? open.PerSecond : 0,
        MemoryBytes = MemoryFor(size ?? 0, load),
    };

    /// <summary>Files are kept raw and cut into messages.</summary>
    private static long MemoryFor(long bytes, LoadShape load) =>
        Processes + 2 * bytes * FileLibrary.DistinctFiles(bytes) + Callers(load) * Math.Min(MaxPerInstance, bytes);

    private static long BytesAtOnce(Operation operation, long? size, LoadShape load) =>
        operation.SendsBody ? (size ?? 0) * Callers(load) : 0;

    private static int Callers(LoadShape load) => load switch
    {
        LoadShape.Closed closed => closed.Callers,
        LoadShape.Ramp ramp => ramp.Callers,
        _ => 1,
    };
}
