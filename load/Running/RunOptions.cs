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

    /// <summary>The service's dll, when it is not the one built with the lab.</summary>
    public string? Service { get; init; }
}
