using Load.Machine;

namespace Load.Measuring;

/// <summary>The processes that have to run before a case can be measured. Cases whose setups have one name share them.</summary>
/// <param name="Name">Such as <c>store=sqlite</c>; <c>default</c> where nothing is set.</param>
/// <param name="StartAsync">Starts it, or finds it; every process is ready when it returns.</param>
internal sealed record Setup(string Name, Func<SetupContext, CancellationToken, Task<ISystemUnderTest>> StartAsync)
{
    /// <summary>The projects whose programs it starts: they are built before the run.</summary>
    public IReadOnlyList<string> Programs { get; init; } = [];

    /// <summary>
    /// Whether programs take part that the lab did not start itself, such as a broker or a store: what they take cannot be told from what
    /// others take.
    /// </summary>
    public bool HasUnseenHelpers { get; init; }

    /// <summary>Nothing has to run.</summary>
    public static Setup None { get; } = new("default", (_, _) => Task.FromResult<ISystemUnderTest>(new Nothing()));

    private sealed class Nothing : ISystemUnderTest
    {
        public IReadOnlyList<IObservedProcess> Processes => [];

        public HostControl? Control => null;

        public bool IsOurs => false;

        public ValueTask DisposeAsync() => ValueTask.CompletedTask;
    }
}

/// <summary>The run, as a system needs to know it that is started.</summary>
/// <param name="Folder">The run's folder, for the logs of its processes.</param>
internal sealed record SetupContext(DirectoryInfo Folder)
{
    /// <summary>The processors of the system under test; null for all of them.</summary>
    public Processors? Processors { get; init; }
}

/// <summary>A system that runs: one process, or several that belong together.</summary>
internal interface ISystemUnderTest : IAsyncDisposable
{
    /// <summary>The one under test first.</summary>
    IReadOnlyList<IObservedProcess> Processes { get; }

    /// <summary>The endpoints that the process under test opens to the lab; null when it opens none.</summary>
    HostControl? Control { get; }

    /// <summary>Whether the lab started it, and may look into it.</summary>
    bool IsOurs { get; }
}
