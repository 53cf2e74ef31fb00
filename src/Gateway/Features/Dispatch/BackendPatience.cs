namespace Gateway.Features.Dispatch;

/// <summary>
/// Limits the time that a backend may take. The time runs anew whenever it is the backend's turn, and stops while it is the client's turn
/// or the client is slow to read: a slow client says nothing about a backend.
/// </summary>
/// <param name="limit">The time.</param>
/// <param name="call">Ends the call, whoever's turn it is.</param>
internal sealed class BackendPatience(TimeSpan limit, CancellationToken call) : IDisposable
{
    private readonly Lock _gate = new();
    private readonly CancellationTokenSource _end = CancellationTokenSource.CreateLinkedTokenSource(call);
    private bool _isBackendsTurn;
    private bool _isClientTaking;

    /// <summary>Fires when the backend has taken too long, or the call has ended.</summary>
    public CancellationToken Token => _end.Token;

    /// <param name="isIts">The backend has to take the call or what is being written, or has to answer.</param>
    public void BackendsTurn(bool isIts)
    {
        lock (_gate)
        {
            _isBackendsTurn = isIts;
            Arm();
        }
    }

    /// <summary>Waits for the client to read what the backend sent.</summary>
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
