namespace Load.Systems.Journal.Receivers;

/// <summary>The folders of peers: Debian's, and those below SYSLOGNG_PREFIX, which tells syslog-ng where it was unpacked.</summary>
internal static class PeerFolders
{
    private static string? Prefix => Environment.GetEnvironmentVariable("SYSLOGNG_PREFIX") is { Length: > 0 } prefix ? prefix : null;

    public static IEnumerable<string> Libraries => [.. Below("lib"), "/usr/lib"];

    /// <summary>Debian keeps servers where only the administrator's shell looks.</summary>
    private static IEnumerable<string> Programs =>
    [
        .. (Environment.GetEnvironmentVariable("PATH") ?? "").Split(Path.PathSeparator), .. Below("sbin"), .. Below("bin"), "/usr/sbin",
    ];

    /// <returns>The program's path; null when it is nowhere.</returns>
    public static string? Find(string program) => Programs.Select(folder => Path.Combine(folder, program)).FirstOrDefault(File.Exists);

    private static string[] Below(string folder) => Prefix is { } prefix ? [Path.Combine(prefix, folder)] : [];
}
