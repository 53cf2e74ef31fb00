using Prober.Features.History.Storage;

namespace Prober.Features.Notifications;

/// <summary>The notifiers of the current configuration.</summary>
internal sealed class NotifierList
{
    private volatile IReadOnlyList<NotifierDefinition> _all = [];

    public IReadOnlyList<NotifierDefinition> All => _all;

    /// <summary>The notifiers have changed.</summary>
    public event Action? Changed;

    /// <summary>Whether this prober now sends messages about a kind of targets; null for several. The others wait.</summary>
    public Func<string?, bool> MaySend { get; set; } = _ => true;

    /// <summary>A receiver has the message about a target that was made then; Unix milliseconds.</summary>
    public Action<TargetKey, long> Arrived { get; set; } = (_, _) => { };

    public void Use(IReadOnlyList<NotifierDefinition> notifiers)
    {
        _all = notifiers;
        Changed?.Invoke();
    }

    /// <summary>The notifiers that share a channel.</summary>
    public IEnumerable<NotifierDefinition> On(IReadOnlyCollection<string> channels) =>
        _all.Where(notifier => notifier.Channels.Any(channels.Contains));
}
