namespace Crash.Faults;

/// <summary>The options of the crash suite.</summary>
internal sealed record CrashOptions
{
    public const int DefaultRounds = 3;
    public const int DefaultWorkers = 16;
    public static readonly TimeSpan DefaultSpan = TimeSpan.FromSeconds(1);

    public required ICrashSystem System { get; init; }

    /// <summary>One of the system's stores.</summary>
    public required string Store { get; init; }

    /// <summary>Names of faults that the system knows for the store.</summary>
    public required IReadOnlyList<string> Faults { get; init; }

    /// <summary>How often each fault strikes.</summary>
    public int Rounds { get; init; } = DefaultRounds;

    /// <summary>A fault strikes at a random moment within this time, and then lasts as long.</summary>
    public TimeSpan Span { get; init; } = DefaultSpan;

    /// <summary>Clients at once, spread over the ways into the system.</summary>
    public int Workers { get; init; } = DefaultWorkers;

    /// <summary>How long each of them waits after an answer: a paced load leaves the processor to what has to recover.</summary>
    public TimeSpan Pause { get; init; }

    /// <summary>Decides entries, requests, moments and victims.</summary>
    public required ulong Seed { get; init; }

    /// <summary>The host's dll, when it is not the one built with the lab.</summary>
    public string? Service { get; init; }

    /// <summary>The folder for the run's folder, which stays when something was found.</summary>
    public required string Out { get; init; }

    /// <summary>Start programs as they are built, whatever has changed since.</summary>
    public bool NoBuild { get; init; }

    /// <summary>The script that starts and kills servers.</summary>
    public required string Servers { get; init; }
}
