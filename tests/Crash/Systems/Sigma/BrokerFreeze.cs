using Crash.Faults;
using Load.Servers;

namespace Crash.Systems.Sigma;

/// <summary>
/// The broker hangs and goes on. In every third round it does so for longer than the group's sessions last and any answer is waited for:
/// nobody knows then whether a transaction was made.
/// </summary>
internal sealed class BrokerFreeze(string name, KafkaBroker broker) : IFault
{
    private static readonly TimeSpan BeyondEveryLimit = TimeSpan.FromSeconds(21);

    private bool _isLong;

    public string Name => name;

    public bool IsOutage => true;

    public async Task<string> StrikeAsync(IRunningSystem system, int round, ulong draw, CancellationToken cancellationToken)
    {
        await broker.PauseAsync(cancellationToken);
        _isLong = round % 3 == 0;
        return _isLong ? "froze the broker for long" : "froze the broker";
    }

    public async Task RelieveAsync(CancellationToken cancellationToken)
    {
        if (_isLong)
        {
            await Task.Delay(BeyondEveryLimit, cancellationToken);
        }

        await broker.ResumeAsync(cancellationToken);
    }
}
