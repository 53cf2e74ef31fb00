namespace Load.Stack;

/// <summary>A process of the stack, or of a server that it started, which a fault may strike. Whoever started it starts it again.</summary>
internal interface IStackProcess
{
    /// <summary>In tables, and of the prober's target.</summary>
    string Name { get; }

    /// <summary>The kind of the prober's target that watches it; null where none does.</summary>
    string? WatchedAs { get; }

    /// <summary>Whether SIGTERM ends it in order, as a person would end it.</summary>
    bool EndsByItself { get; }

    /// <summary>Whether the prober sees that it stands still: a port takes connections also when nobody accepts them.</summary>
    bool ShowsPause { get; }

    Task<bool> IsReadyAsync(HttpClient http, CancellationToken cancellationToken);

    /// <summary>SIGKILL: nothing of it runs any more when this returns.</summary>
    Task KillAsync(CancellationToken cancellationToken);

    /// <param name="signal">A name that kill(1) knows, such as <c>STOP</c>.</param>
    /// <param name="cancellationToken">Ends the wait.</param>
    Task SignalAsync(string signal, CancellationToken cancellationToken);

    /// <summary>Waits until another fault may strike: a store has its copies again.</summary>
    Task BecomeWholeAsync(CancellationToken cancellationToken);
}
