using Journal.Features.Settings;
using Microsoft.Extensions.Options;

namespace Journal.Features.Tcp;

/// <summary>Counts the connections of all stream listeners.</summary>
internal sealed class ConnectionLimit(IOptions<JournalOptions> options)
{
    private int _open;

    public bool TryEnter()
    {
        if (Interlocked.Increment(ref _open) <= options.Value.MaxConnections)
        {
            return true;
        }

        Interlocked.Decrement(ref _open);
        return false;
    }

    public void Leave() => Interlocked.Decrement(ref _open);
}
