namespace Gateway.Features.Passing;

/// <summary>
/// How long a backend may take. The time runs while the backend has the word, anew each time; it stands while the client has it, or is slow
/// to take what the backend has said: a client that stalls says nothing of a backend.
/// </summary>
/// <param name="limit">The time.</param>
/// <param name="call">Ends the call, whoever has the word.</param>
internal sealed class BackendPatience(TimeSpan limit, CancellationToken call) : IDisposable
{
    private readonly Lock _gate = new();
    private readonly CancellationTokenSource _end = CancellationTokenSource.CreateLinkedTokenSource(call);
    private bool _isBackendsTurn;
    private bool _isClientTaking;

    /// <summary>Fires when the backend has taken too long, or the call has ended.</summary>
    public CancellationToken Token => _end.Token;

    /// <param name="isIts">The backend has to take the call, or what is being written, or to answer.</param>
    public void BackendsTurn(bool isIts)
    {
        lock (_gate)
        {
            _isBackendsTurn = isIts;
            Arm();
        }
    }

    /// <summary>Waits for the client to take what the backend has said.</summary>
    public async ValueTask WhileTakenAsync<T>(ValueTask<T> taken)
    {
        if (taken.IsCompleted)
        {
            await taken;
            return;
        }

        ClientTakes(true);
        try
        {
            await taken;
        }
        finally
        {
            ClientTakes(false);
        }
    }

    public void Dispose() => _end.Dispose();

    private void ClientTakes(bool does)
    {
        lock (_gate)
        {
            _isClientTaking = does;
            Arm();
        }
    }

    private void Arm() => _end.CancelAfter(_isBackendsTurn && !_isClientTaking ? limit : Timeout.InfiniteTimeSpan);
}
