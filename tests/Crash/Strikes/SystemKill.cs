using Crash.Faults;

namespace Crash.Strikes;

/// <summary>
/// Kills the system (SIGKILL) at any moment: none of its handlers runs, nothing is flushed, and the kernel closes its sockets.
/// </summary>
/// <remarks>
/// This proves that nothing is acknowledged that still lies in the process, and that the system reads rightly whatever a killed writer
/// leaves behind: a log without its checkpoint, a transaction half written, a request half sent. It does not prove that the bytes are on
/// the disk: what a process has written survives the process in the kernel's memory, flushed or not, and only a loss of power would tell.
/// </remarks>
internal sealed class SystemKill(string name) : IFault
{
    public string Name => name;

    public bool EndsSystem => true;

    public async Task<string> StrikeAsync(IRunningSystem system, int round, ulong draw, CancellationToken cancellationToken)
    {
        await system.KillAsync(cancellationToken);
        return "killed";
    }
}
