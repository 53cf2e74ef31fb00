using Crash.Faults;

namespace Crash.Systems.Sigma;

/// <summary>A third instance joins the group under load, and leaves it in good order: partitions go to and fro.</summary>
internal sealed class MemberChange(string name) : IFault
{
    private SigmaInstance? _guest;

    public string Name => name;

    public bool IsOutage => true;

    public async Task<string> StrikeAsync(IRunningSystem system, int round, ulong draw, CancellationToken cancellationToken)
    {
        _guest = ((SigmaSubject.Running)system).NewGuest();
        _guest.Launch();
        await _guest.BecomeReadyAsync(cancellationToken);
        return "a third came and went";
    }

    public async Task RelieveAsync(CancellationToken cancellationToken) => await _guest!.DisposeAsync();
}
