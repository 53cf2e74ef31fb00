using Load.Stores;

namespace Load.Running;

/// <summary>What a person asked for.</summary>
internal sealed record RunOptions
{
    public const ulong DefaultSeed = 1;

    public required string Suite { get; init; }

    /// <summary>See <see cref="Suites.CellFilter"/>.</summary>
    public string? Only { get; init; }

    /// <summary>In place of the suite's own number.</summary>
    public int? Repeat { get; init; }

    /// <summary>In place of the suite's own length of a slot.</summary>
    public TimeSpan? Slot { get; init; }

    /// <summary>Of the soak.</summary>
    public TimeSpan? Length { get; init; }

    /// <summary>Folder with a person's own files.</summary>
    public string? Corpus { get; init; }

    public ulong Seed { get; init; } = DefaultSeed;

    /// <summary>Folder that the run's folder is made in.</summary>
    public required string Out { get; init; }

    /// <summary>Of the larger store of the suite <c>volume</c>.</summary>
    public long? Reports { get; init; }

    /// <summary>Where the services keep their reports.</summary>
    public StoreTarget Store { get; init; } = StoreTarget.Default;

    /// <summary>Where the lab shows its own metrics; null for a free port.</summary>
    public int? MetricsPort { get; init; }

    /// <summary>The service's dll, when it is not the one built with the lab.</summary>
    public string? Service { get; init; }

    /// <summary>A <c>summary.json</c> or its folder to compare with.</summary>
    public string? Baseline { get; init; }

    /// <summary>Compare also with a run of another machine, runtime, store.</summary>
    public bool Force { get; init; }

    /// <summary>REST address of a service that runs already; null when the lab starts one.</summary>
    public Uri? Target { get; init; }

    /// <summary>Its cleartext HTTP/2 address, when it is not where a service has it by default.</summary>
    public Uri? TargetGrpc { get; init; }

    /// <summary>Configuration that the service is started with, each as <c>Key=Value</c>.</summary>
    public IReadOnlyList<string> Set { get; init; } = [];
}
