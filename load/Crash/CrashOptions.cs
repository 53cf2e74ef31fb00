namespace Load.Crash;

/// <summary>What a person asked the crash suite for.</summary>
internal sealed record CrashOptions
{
    public const int DefaultRounds = 3;
    public const int DefaultSubmitters = 16;
    public static readonly TimeSpan DefaultSpan = TimeSpan.FromSeconds(1);

    /// <summary>Where the service keeps its reports: <c>sqlite</c> or <c>elasticsearch</c>.</summary>
    public required string Store { get; init; }

    /// <summary>Names of <see cref="Faults.FaultCatalog"/>, each that the store knows.</summary>
    public required IReadOnlyList<string> Faults { get; init; }

    /// <summary>Of each fault.</summary>
    public int Rounds { get; init; } = DefaultRounds;

    /// <summary>A fault strikes at a random moment within it, and then lasts as long.</summary>
    public TimeSpan Span { get; init; } = DefaultSpan;

    /// <summary>Clients at once: the even ones speak REST, the odd ones gRPC.</summary>
    public int Submitters { get; init; } = DefaultSubmitters;

    /// <summary>Of files, of what each submitter does next, and of the moments and victims of the faults.</summary>
    public required ulong Seed { get; init; }

    /// <summary>The service's dll, when it is not the one built with the lab.</summary>
    public string? Service { get; init; }

    /// <summary>Folder that the run's folder is made in; it is kept when something was found.</summary>
    public required string Out { get; init; }

    /// <summary>The script that starts and kills Elasticsearch and Toxiproxy.</summary>
    public required string Servers { get; init; }
}
