namespace Crash.Faults;

/// <summary>A system that the crash suite can strike. It has no state: <see cref="OpenAsync"/> starts what a run needs.</summary>
internal interface ICrashSystem
{
    /// <summary>The name on the command line.</summary>
    string Name { get; }

    /// <summary>The plural of what the system acknowledges, such as <c>reports</c>: a heading of the table.</summary>
    string Entries { get; }

    /// <summary>The projects whose programs it starts: they are built before the run.</summary>
    IReadOnlyList<string> Programs => [];

    /// <summary>Where the system can keep its entries; the default comes first.</summary>
    IReadOnlyList<string> Stores { get; }

    /// <summary>The faults that are known for a store, in the order in which they strike.</summary>
    IReadOnlyList<string> FaultsOn(string store);

    /// <summary>Starts the servers that the system depends on.</summary>
    /// <param name="options">Name the store and its faults.</param>
    /// <param name="folder">For data and logs.</param>
    /// <param name="cancellationToken">Stops the lab.</param>
    /// <exception cref="Load.Machine.LabException">They could not be started.</exception>
    Task<ICrashScene> OpenAsync(CrashOptions options, string folder, CancellationToken cancellationToken);
}

/// <summary>The servers of one run; disposing stops them.</summary>
internal interface ICrashScene : IAsyncDisposable
{
    /// <param name="fault">A name of <see cref="ICrashSystem.FaultsOn"/>.</param>
    CrashTrial Prepare(string fault);
}

/// <summary>A fault, and the subject that it strikes, whose entries come from this fault's rounds only.</summary>
internal sealed record CrashTrial(IFault Fault, ICrashSubject Subject);
