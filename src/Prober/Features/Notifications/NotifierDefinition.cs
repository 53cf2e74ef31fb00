namespace Prober.Features.Notifications;

/// <summary>A receiver of messages.</summary>
/// <param name="Channels">Its channels; targets without channels use <see cref="Default"/>.</param>
/// <param name="Dry">Writes messages to the log instead of sending them.</param>
/// <param name="Timeout">Longest time for one attempt.</param>
/// <param name="Retries">
/// Attempts at <paramref name="RetryInterval"/>; after them the time between attempts doubles, up to ten minutes.
/// </param>
internal sealed record NotifierDefinition(
    string Name, IReadOnlyList<string> Channels, bool Dry, TimeSpan Timeout, int Retries, TimeSpan RetryInterval, INotifier Notifier)
{
    /// <summary>The channel of targets and notifiers that name none.</summary>
    public const string Default = "";

    private static readonly TimeSpan MaxPause = TimeSpan.FromMinutes(10);
    private static readonly TimeSpan MaxAsked = TimeSpan.FromHours(1);

    /// <summary>How long to wait after so many failed attempts.</summary>
    /// <param name="asked">What the receiver asks for; null for nothing.</param>
    public TimeSpan PauseAfter(int attempts, TimeSpan? asked = null)
    {
        var pause = RetryInterval * Math.Pow(2, Math.Clamp(attempts - Retries, 0, 20));
        pause = pause < MaxPause ? pause : MaxPause;
        return asked > pause ? (asked.Value < MaxAsked ? asked.Value : MaxAsked) : pause;
    }
}

/// <summary>Sends messages to a receiver.</summary>
internal interface INotifier
{
    /// <summary>
    /// Whether a message opens or closes an alert for its target: then many changes may not come as one message, and a report, which nobody
    /// closes, is not for it.
    /// </summary>
    bool KeepsAlerts => false;

    /// <param name="id">The id of the message: the same at each attempt, so that the receiver can drop repeats.</param>
    /// <returns>Recipients that the message did not reach although it was accepted, for a person; null for none.</returns>
    /// <exception cref="NotificationException">The message was not accepted.</exception>
    Task<string?> SendAsync(Notice notice, string id, CancellationToken cancellationToken);
}

/// <summary>The receiver did not accept the message. The text contains no address, because some services' addresses are secret.</summary>
internal sealed class NotificationException(string message, Exception? inner = null) : Exception(message, inner)
{
    /// <summary>The receiver wants no message before so much time; null when it does not say.</summary>
    public TimeSpan? RetryAfter { get; init; }
}
