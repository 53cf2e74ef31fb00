namespace Hosting.Lab;

/// <summary>
/// The lab's yardsticks and faults: section <c>Ceilings</c> below the host's. Off by default, because the endpoints read whatever a
/// stranger sends.
/// </summary>
public sealed class CeilingsOptions
{
    public const string Section = "Ceilings";

    /// <summary>Serves <c>/ceilings/*</c>; all but <see cref="StockTransport"/> has no effect without it. Default false.</summary>
    public bool Enabled { get; set; }

    /// <summary>Leaves Kestrel's buffers and frames at its own defaults, so that the gain of ours can be measured. Default false.</summary>
    public bool StockTransport { get; set; }

    /// <summary>The thread pool's minimum. Default none: the runtime's own.</summary>
    public int? MinWorkerThreads { get; set; }

    /// <summary>How long each request holds a pool thread before it is handled, as a synchronous call would. Default 0.</summary>
    public int BlockMilliseconds { get; set; }

    /// <summary>How much more processor time the process burns than it needs, in percent. Default 0.</summary>
    public int SlowdownPercent { get; set; }

    /// <summary>Keeps a record of the thread pool, for <c>/ceilings/pool</c>. Default false.</summary>
    public bool WatchPool { get; set; }
}
