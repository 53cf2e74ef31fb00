namespace Load.Systems.Journal.Receivers;

/// <summary>A part of a peer that has a package of its own.</summary>
/// <param name="File">The library.</param>
/// <param name="Package">Debian's.</param>
internal sealed record PeerModule(string File, string Package)
{
    /// <summary>The transport that needs it; null when each does.</summary>
    public string? Transport { get; init; }

    /// <summary>The further lines in the configuration of a peer that has it.</summary>
    public Func<PeerPaths, string> Configuration { get; init; } = _ => "";

    /// <summary>Why it cannot be used here; null when it can.</summary>
    public string? Obstacle => IsInstalled ? null : $"{File} is not installed (Debian: apt-get install {Package})";

    /// <summary>rsyslog's lie in a folder for each architecture, syslog-ng's in one for each version.</summary>
    private bool IsInstalled => PeerFolders.Libraries.SelectMany(library => (string[][])
        [
            .. Folders(library).Select(folder => (string[])[folder, "rsyslog"]),
            .. Folders(Path.Combine(library, "syslog-ng")).Select(folder => (string[])[folder]),
        ]).Any(parts => System.IO.File.Exists(Path.Combine([.. parts, File])));

    private static string[] Folders(string folder) => Directory.Exists(folder) ? Directory.GetDirectories(folder) : [];
}
