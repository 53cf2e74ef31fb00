using System.Globalization;
using Prober.Engine.Probing;

namespace Prober.Features.Configuration.Clients.Ssh;

/// <summary>How much of a Linux machine may be in use: shares from 0 to 1, and the load for each processor.</summary>
/// <param name="Load">Over 1, 5 and 15 minutes.</param>
internal sealed record HostLimits(double Cpu, double Memory, double Disk, IReadOnlyList<double> Load, IReadOnlyList<string> Disks)
{
    private const double Usual = 0.8;
    private const double UsualDisk = 0.95;
    private static readonly string[] Spans = ["m1", "m5", "m15"];

    /// <summary>Processors from two looks at /proc/stat, a second apart; all sizes in KiB.</summary>
    public string Command { get; } = string.Join("; ", [
        "export LC_ALL=C", "grep '^cpu ' /proc/stat", "sleep 1", "grep '^cpu ' /proc/stat",
            "echo processors $(grep -c ^processor /proc/cpuinfo)",
        "echo load $(cat /proc/loadavg)", "grep -E '^(MemTotal|MemAvailable|MemFree|Buffers|Cached):' /proc/meminfo",
        .. Disks.Select(disk => $"df -P -k -- {SshProbe.Quote(disk)} | tail -n 1 | sed 's/^/disk /'"), "true"]);

    public static HostLimits Read(ConfigSection section)
    {
        string[] disks = [.. section.Texts("disks")];
        var limits = section.Map("threshold");
        var load = limits?.Map("load");
        var read = new HostLimits(
            Share(limits, "cpu", Usual), Share(limits, "mem", Usual), Share(limits, "disk", UsualDisk),
            [.. Spans.Select(span => Share(load, span, Usual, 1000))], disks.Length > 0 ? disks : ["/"]);
        load?.End();
        limits?.End();
        return read;
    }

    public void Judge(int code, string output, ProbeResult result)
    {
        var usage = HostUsage.Parse(output);
        if (usage is null)
        {
            result.Fail(FailureClass.Protocol, $"The machine does not answer as Linux does: the command ended with {code}.");
            return;
        }

        var over = new List<string>();
        Add(over, usage.Cpu, Cpu, "CPU");
        Add(over, usage.Memory, Memory, "memory");
        foreach (var (name, share) in usage.Disks)
        {
            Add(over, share, Disk, $"disk {name}");
        }

        for (var i = 0; i < Spans.Length; i++)
        {
            if (usage.Load[i] > Load[i])
            {
                over.Add(FormattableString.Invariant($"load {Spans[i]} {usage.Load[i]:0.00} a processor (limit {Load[i]:0.##})"));
            }
        }

        if (usage.Disks.Count < Disks.Count)
        {
            over.Add("a disk that is not there");
        }

        if (over.Count > 0)
        {
            result.Fail(FailureClass.Content, $"Over the limit: {string.Join(", ", over)}.");
        }
    }

    private static void Add(List<string> over, double share, double limit, string name)
    {
        if (limit < 1 && share >= limit) // 1 is no limit
        {
            over.Add(FormattableString.Invariant($"{name} {share * 100:0} % (limit {limit * 100:0} %)"));
        }
    }

    private static double Share(ConfigSection? section, string key, double otherwise, double max = 1)
    {
        if (section?.Text(key) is not { } text)
        {
            return otherwise;
        }

        if (double.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out var share) && share >= 0 && share <= max)
        {
            return share == 0 ? otherwise : share; // as EaseProbe has it
        }

        section.Add(section.LineOf(key), $"{key} has to be a number from 0 to {max}, such as 0.8");
        return otherwise;
    }
}
