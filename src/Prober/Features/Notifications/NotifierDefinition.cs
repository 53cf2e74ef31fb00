namespace Prober.Features.Notifications;

/// <summary>Somebody to tell, and how.</summary>
/// <param name="Channels">Targets of these channels are told about; <see cref="Default"/> alone for those that name none.</param>
/// <param name="Dry">Writes into the log what would be sent.</param>
/// <param name="Timeout">Longest time for one attempt.</param>
/// <param name="Retries">
/// Attempts at <paramref name="RetryInterval"/>; after them the time between attempts doubles, up to ten minutes.
/// </param>
internal sealed record NotifierDefinition(
    string Name, IReadOnlyList<string> Channels, bool Dry, TimeSpan Timeout, int Retries, TimeSpan RetryInterval, INotifier Notifier)
{
    /// <summary>The channel of those that name none.</summary>
    public const string Default = "";

    private static readonly TimeSpan MaxPause = TimeSpan.FromMinutes(10);

    /// <summary>How long to wait after so many failed attempts.</summary>
    public TimeSpan PauseAfter(int attempts)
    {
        var pause = RetryInterval * Math.Pow(2, Math.Clamp(attempts - Retries, 0, 20));
        return pause < MaxPause ? pause : MaxPause;
    }
}

/// <summary>A way to tell somebody.</summary>
internal interface INotifier
{
    /// <param name="id">The id of the message: the same at each attempt, so that the receiver can drop repeats.</param>
    /// <returns>Whom it did not reach although it was taken, for a person; null for nobody.</returns>
    /// <exception cref="NotificationException">It was not taken.</exception>
    Task<string?> SendAsync(Notice notice, string id, CancellationToken cancellationToken);
}

/// <summary>The receiver did not take a message. The text holds no address: those are secrets at some services.</summary>
internal sealed class NotificationException(string message, Exception? inner = null) : Exception(message, inner);
