namespace Hosting.Lifetime;

/// <summary>Why a host stops. Whoever stops it gives the reason first; the log says it before anything ends.</summary>
public sealed class StopReason
{
    private string? _reason;

    /// <param name="reason">Continues "The host stops: ". The first one counts.</param>
    public void Give(string reason) => Interlocked.CompareExchange(ref _reason, reason, null);

    public override string ToString() => Volatile.Read(ref _reason) ?? "the service manager, or the host's own code, asks it to";
}
