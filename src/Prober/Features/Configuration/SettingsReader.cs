using System.Net;
using Prober.Features.Reports;

namespace Prober.Features.Configuration;

/// <summary>The section <c>settings</c>.</summary>
internal static class SettingsReader
{
    private const int DefaultPort = 8181;

    private static readonly (string Key, string Alternative)[] Noted =
    [
        ("log", "the log goes to the console"),
        ("logfile", "the log goes to the console"), // this and the next four are EaseProbe's before 1.1
        ("loglevel", "the log goes to the console"),
        ("interval", "EaseProbe reads it under probe, and so does this prober"),
        ("drynotify", "EaseProbe reads dry under notify, and so does this prober"),
        ("debug", "see the page for the last result of each target"),
        ("pid", "leave it to the service manager"),
        ("timeformat", "the page shows the browser's format"),
        ("icon", "the page has its own"),
    ];

    public static ProbesSettings Read(ConfigSection settings, ProbesSettings before, SharedParts shared)
    {
        var read = before;
        settings.Text("name");
        if (settings.Map("probe") is { } probe)
        {
            var alert = AlertReader.Read(probe, read.Probe.Alert, shared);
            probe.Note("jitter", "each target has a phase of its own"); // once in EaseProbe's manual
            read = read with { Probe = CommonReader.ReadDefaults(probe, read.Probe) with { Alert = alert } };
            probe.End();
        }

        if (settings.Map("http") is { } http)
        {
            read = read with { Listen = ReadListen(http) };
        }

        if (settings.Map("notify") is { } notify)
        {
            read = read with { Notify = NotifyReader.ReadDefaults(notify) };
        }

        read = read with { Zone = MaintenanceReader.Zone(settings, "timezone", read.Zone) };
        if (settings.Map("sla") is { } sla)
        {
            read = read with { Sla = SlaReader.Read(sla, read.Zone) };
        }

        foreach (var (key, alternative) in Noted)
        {
            settings.Note(key, alternative);
        }

        settings.End();
        return read;
    }

    private static IPEndPoint ReadListen(ConfigSection http)
    {
        var text = http.Text("ip") ?? "127.0.0.1";
        if (!IPAddress.TryParse(text, out var address))
        {
            http.Add(http.LineOf("ip"), "ip has to be an address, such as 127.0.0.1");
            address = IPAddress.Loopback;
        }

        var port = http.Number("port", DefaultPort, 0, 65535);
        http.Note("refresh", "the page refreshes itself");
        http.Note("log", "the log goes to the console");
        http.End();
        return new(address, port);
    }
}

/// <summary>What <c>settings</c> says for all files.</summary>
internal sealed record ProbesSettings(ProbeDefaults Probe, NotifyDefaults Notify, TimeZoneInfo Zone, IPEndPoint? Listen)
{
    /// <summary>When the availability is sent; null for never.</summary>
    public SlaSchedule? Sla { get; init; }

    public static ProbesSettings Default { get; } = new(ProbeDefaults.Default, NotifyDefaults.Default, TimeZoneInfo.Utc, null);
}
