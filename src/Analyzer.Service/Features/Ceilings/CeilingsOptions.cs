namespace Analyzer.Service.Features.Ceilings;

/// <summary>The lab's yardsticks and handicaps. Section <c>Analyzer:Ceilings</c>; off, because they read whatever a stranger sends.</summary>
internal sealed class CeilingsOptions
{
    public const string Section = "Analyzer:Ceilings";

    /// <summary>Serves <c>/ceilings/*</c> and <c>ceilings.v1.Ceilings</c>; none of what follows has an effect without it. Default false.</summary>
    public bool Enabled { get; set; }

    /// <summary>Leaves Kestrel's buffers and frames at its own defaults, so that what ours gain can be measured. Default false.</summary>
    public bool StockTransport { get; set; }

    /// <summary>What the thread pool's minimum is set to. Default null: as the runtime has it.</summary>
    public int? MinWorkerThreads { get; set; }

    /// <summary>How long each request holds a pool thread before it is handled, as a synchronous call would. Default 0.</summary>
    public int BlockMilliseconds { get; set; }

    /// <summary>How much more processor time the process burns than it needs, in percent. Default 0.</summary>
    public int SlowdownPercent { get; set; }

    /// <summary>Keeps a record of the thread pool, for <c>/ceilings/pool</c>. Default false.</summary>
    public bool WatchPool { get; set; }

    public static CeilingsOptions From(IConfiguration configuration) => configuration.GetSection(Section).Get<CeilingsOptions>() ?? new();
}
