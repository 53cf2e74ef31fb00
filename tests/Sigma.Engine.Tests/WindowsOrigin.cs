using System.Globalization;
using System.Text.Json;

namespace Sigma.Engine.Tests;

/// <summary>
/// What an event of Windows is, by who wrote it and its number: from Microsoft's documentation of Sysmon, of the audit policies and of
/// PowerShell's log, and not from the mapping, which goes by channels.
/// </summary>
/// <param name="Provider">Such as <c>Microsoft-Windows-Sysmon</c>.</param>
/// <param name="Id">The number of the event.</param>
internal sealed record WindowsOrigin(string Provider, int Id)
{
    /// <summary>The categories of rules that are meant for the event.</summary>
    public string[] Categories => (Provider.ToUpperInvariant(), Id) switch
    {
        ("MICROSOFT-WINDOWS-SYSMON", _) => OfSysmon(Id),
        ("MICROSOFT-WINDOWS-SECURITY-AUDITING", 4688) => ["process_creation"],
        ("MICROSOFT-WINDOWS-SECURITY-AUDITING", 4689) => ["process_termination"],
        ("MICROSOFT-WINDOWS-SECURITY-AUDITING", 4657) => ["registry_add", "registry_set", "registry_delete", "registry_event"],
        ("MICROSOFT-WINDOWS-SECURITY-AUDITING", 5156) => ["network_connection"],
        ("MICROSOFT-WINDOWS-POWERSHELL" or "POWERSHELLCORE", 4103) => ["ps_module"],
        ("MICROSOFT-WINDOWS-POWERSHELL" or "POWERSHELLCORE", 4104) => ["ps_script"],
        ("POWERSHELL", 400) => ["ps_classic_start"],
        ("POWERSHELL", 600) => ["ps_classic_provider_start"],
        ("POWERSHELL", 800) => ["ps_classic_script"],
        ("MICROSOFT-WINDOWS-DNS-CLIENT", 3008) => ["dns_query"],
        ("MICROSOFT-WINDOWS-KERNEL-FILE", _) => ["file_access", "file_rename", "file_delete", "file_event"],
        ("MICROSOFT-WINDOWS-WINDOWS DEFENDER", 1006 or 1015 or 1116 or 1117) => ["antivirus"],
        _ => [],
    };

    /// <summary>The service of rules that are meant for the event; null where the writer does not tell it.</summary>
    public string? Service => Provider.ToUpperInvariant() switch
    {
        "MICROSOFT-WINDOWS-SYSMON" => "sysmon",
        "MICROSOFT-WINDOWS-SECURITY-AUDITING" => "security",
        "MICROSOFT-WINDOWS-POWERSHELL" or "POWERSHELLCORE" => "powershell",
        "POWERSHELL" => "powershell-classic",
        "SERVICE CONTROL MANAGER" => "system",
        "MICROSOFT-WINDOWS-DNS-CLIENT" => "dns-client",
        "MICROSOFT-WINDOWS-WINDOWS DEFENDER" => "windefend",
        "MICROSOFT-WINDOWS-WMI-ACTIVITY" => "wmi",
        "MICROSOFT-WINDOWS-TASKSCHEDULER" => "taskscheduler",
        _ => null,
    };

    /// <param name="record">An event in any of the shapes that logs of Windows have in JSON.</param>
    /// <returns>Null when nothing tells who wrote it.</returns>
    public static WindowsOrigin? Of(JsonElement record)
    {
        var provider = First(
            record, "Event.System.Provider.#attributes.Name", "Event.System.Provider.Name", "winlog.provider_name", "System.Provider.Name",
            "SourceName", "ProviderName", "source_name", "EventSourceName", "Provider", "data.win.system.providerName",
            "win.system.providerName", "Event.System.Provider_attributes.Name");
        var id = First(
            record, "Event.System.EventID.#text", "Event.System.EventID", "winlog.event_id", "System.EventID.Value", "EventID", "event_id",
            "data.win.system.eventID", "win.system.eventID");
        return provider is not null && int.TryParse(id, CultureInfo.InvariantCulture, out var number) ? new(provider, number) : null;
    }

    private static string[] OfSysmon(int id) => id switch
    {
        1 => ["process_creation"],
        2 => ["file_change"],
        3 => ["network_connection"],
        4 or 16 => ["sysmon_status"],
        5 => ["process_termination"],
        6 => ["driver_load"],
        7 => ["image_load"],
        8 => ["create_remote_thread"],
        9 => ["raw_access_thread"],
        10 => ["process_access"],
        11 => ["file_event"],
        12 => ["registry_add", "registry_delete", "registry_event"],
        13 => ["registry_set", "registry_event"],
        14 => ["registry_rename", "registry_event"],
        15 => ["create_stream_hash"],
        17 or 18 => ["pipe_created"],
        19 or 20 or 21 => ["wmi_event"],
        22 => ["dns_query"],
        23 or 26 => ["file_delete"],
        24 => ["clipboard_capture"],
        25 => ["process_tampering"],
        27 => ["file_block_executable"],
        28 => ["file_block_shredding"],
        29 => ["file_executable_detected"],
        255 => ["sysmon_error"],
        _ => [],
    };

    private static string? First(JsonElement record, params string[] paths) => paths.Select(path => At(record, path)).FirstOrDefault(
        value => value is not null);

    private static string? At(JsonElement value, string path)
    {
        foreach (var name in path.Split('.'))
        {
            if (value.ValueKind != JsonValueKind.Object || !value.TryGetProperty(name, out value))
            {
                return null;
            }
        }

        return value.ValueKind is JsonValueKind.String or JsonValueKind.Number ? value.ToString() : null;
    }
}
