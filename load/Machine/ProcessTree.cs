using System.Globalization;

namespace Load.Machine;

/// <summary>
/// Processor time of the lab and of everything that it has started, ended programs included: the rest of what the machine's processors
/// did was for others. Linux only (proc(5)).
/// </summary>
internal static class ProcessTree
{
    private const double TicksPerSecond = 100;

    /// <returns>Null where the machine does not tell.</returns>
    public static TimeSpan? Cpu() => OperatingSystem.IsLinux() && Directory.Exists("/proc/self") ? OursAmong(All()) : null;

    /// <summary>Every process, with its time.</summary>
    public static IReadOnlyList<ProcessTime> All() =>
    [
        .. Directory.EnumerateDirectories("/proc").Where(folder => char.IsAsciiDigit(folder["/proc/".Length]))
            .Select(folder => Read(Path.Combine(folder, "stat"))).OfType<ProcessTime>(),
    ];

    /// <summary>Numbers of the lab's own process and its descendants.</summary>
    public static HashSet<int> Ours(IReadOnlyList<ProcessTime> all)
    {
        var children = all.ToLookup(process => process.Parent, process => process.Id);
        var ours = new HashSet<int>();
        var next = new Queue<int>([Environment.ProcessId]);
        while (next.TryDequeue(out var id))
        {
            if (ours.Add(id))
            {
                foreach (var child in children[id])
                {
                    next.Enqueue(child);
                }
            }
        }

        return ours;
    }

    /// <summary>proc(5): after the name in brackets come state, parent, …, and as fields 14 to 17 user, kernel, and the same of children.</summary>
    internal static ProcessTime? Parse(string line)
    {
        var (open, close) = (line.IndexOf('('), line.LastIndexOf(')'));
        if (open < 0 || close < open || !int.TryParse(line.AsSpan(0, open).Trim(), CultureInfo.InvariantCulture, out var id))
        {
            return null;
        }

        var fields = line[(close + 1)..].Split(' ', StringSplitOptions.RemoveEmptyEntries);
        return fields.Length < 15 ? null : new ProcessTime(
            id, int.Parse(fields[1], CultureInfo.InvariantCulture), line[(open + 1)..close], Time(11) + Time(12), Time(13) + Time(14));

        TimeSpan Time(int field) => TimeSpan.FromSeconds(double.Parse(fields[field], CultureInfo.InvariantCulture) / TicksPerSecond);
    }

    private static TimeSpan OursAmong(IReadOnlyList<ProcessTime> all)
    {
        var ours = Ours(all);
        return all.Where(process => ours.Contains(process.Id))
            .Aggregate(TimeSpan.Zero, (sum, process) => sum + process.Cpu + process.OfEndedChildren);
    }

    private static ProcessTime? Read(string file)
    {
        try
        {
            return Parse(File.ReadAllText(file));
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            return null; // it has just ended
        }
    }
}

/// <param name="Id">Its number.</param>
/// <param name="Parent">That of the process that started it.</param>
/// <param name="Name">Such as <c>dotnet</c>.</param>
/// <param name="Cpu">User and kernel time.</param>
/// <param name="OfEndedChildren">The same of its children that have ended.</param>
internal sealed record ProcessTime(int Id, int Parent, string Name, TimeSpan Cpu, TimeSpan OfEndedChildren);
