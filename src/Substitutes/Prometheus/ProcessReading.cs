using System.Buffers.Text;
using System.Diagnostics;

namespace Prometheus;

/// <summary>The process' memory, threads and handles at one moment.</summary>
/// <param name="VirtualMemory">Bytes of addresses.</param>
/// <param name="WorkingSet">Bytes of memory.</param>
/// <param name="PrivateMemory">Bytes that are shared with no other process.</param>
/// <param name="Threads">All of them.</param>
/// <param name="Handles">Files, sockets and the like.</param>
internal readonly record struct ProcessReading(long VirtualMemory, long WorkingSet, long PrivateMemory, long Threads, long Handles)
{
    private const string LinuxStatus = "/proc/self/status";

    /// <param name="process">This one, refreshed.</param>
    public static ProcessReading Take(Process process) => OperatingSystem.IsLinux() && TryReadLinux(process, out var reading)
        ? reading
        : new ProcessReading(
            process.VirtualMemorySize64, process.WorkingSet64, process.PrivateMemorySize64, process.Threads.Count, process.HandleCount);

    /// <summary>
    /// <see cref="Process"/> reads a file for each thread, a millisecond or more of every scrape, to arrive at what stands in one
    /// (https://man7.org/linux/man-pages/man5/proc_pid_status.5.html).
    /// </summary>
    private static bool TryReadLinux(Process process, out ProcessReading reading)
    {
        Span<byte> text = stackalloc byte[4096];
        using (var file = File.OpenHandle(LinuxStatus))
        {
            text = text[..RandomAccess.Read(file, text, 0)];
        }

        var isWhole = TryFind(text, "\nVmSize:"u8, out var size)
            & TryFind(text, "\nVmRSS:"u8, out var resident)
            & TryFind(text, "\nVmData:"u8, out var data)
            & TryFind(text, "\nVmStk:"u8, out var stack) & TryFind(text, "\nThreads:"u8, out var threads);
        var handles = OpenFiles.Count() is > 0 and var count ? count : process.HandleCount;
        reading = new ProcessReading(1024 * size, 1024 * resident, 1024 * (data + stack), threads, handles);
        return isWhole;
    }

    private static bool TryFind(ReadOnlySpan<byte> text, ReadOnlySpan<byte> name, out long value)
    {
        var at = text.IndexOf(name);
        value = 0;
        return at >= 0 && Utf8Parser.TryParse(text[(at + name.Length)..].TrimStart(" \t"u8), out value, out _);
    }
}
