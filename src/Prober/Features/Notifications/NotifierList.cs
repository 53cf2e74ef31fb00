namespace Prober.Features.Notifications;

/// <summary>The notifiers of the configuration that holds now.</summary>
internal sealed class NotifierList
{
    private volatile IReadOnlyList<NotifierDefinition> _all = [];

    public IReadOnlyList<NotifierDefinition> All => _all;

    /// <summary>Other notifiers hold.</summary>
    public event Action? Changed;

    public void Use(IReadOnlyList<NotifierDefinition> notifiers)
    {
        _all = notifiers;
        Changed?.Invoke();
    }

    /// <summary>Those that share a channel.</summary>
    public IEnumerable<NotifierDefinition> On(IReadOnlyCollection<string> channels) =>
        _all.Where(notifier => notifier.Channels.Any(channels.Contains));
}
