using System.ComponentModel;
using System.Diagnostics;

namespace Load.Machine;

/// <summary>The usage of a process up to a moment.</summary>
/// <param name="Cpu">User and kernel time of all its threads since it started.</param>
/// <param name="WorkingSet">Bytes of memory.</param>
/// <param name="Threads">At this moment.</param>
/// <param name="Handles">At this moment: files, sockets and the like.</param>
internal sealed record ProcessUsage(TimeSpan Cpu, long WorkingSet, int Threads, int Handles)
{
    /// <summary>Tells processes apart: a suite may measure several, one after the other.</summary>
    public int ProcessId { get; init; }

    /// <returns>Null when the process has ended, or nothing can be read of it: this process may have no handle left.</returns>
    public static ProcessUsage? Of(Process process)
    {
        try
        {
            // A Process is not safe to share: one thread's Refresh takes away what another is reading.
            lock (process)
            {
                process.Refresh();
                return new ProcessUsage(process.TotalProcessorTime, process.WorkingSet64, process.Threads.Count, process.HandleCount)
                {
                    ProcessId = process.Id,
                };
            }
        }
        catch (Exception exception) when (exception is InvalidOperationException or Win32Exception)
        {
            return null;
        }
    }
}
