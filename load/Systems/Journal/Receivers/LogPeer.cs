using System.Diagnostics;
using Load.Systems.Journal.Rows;

namespace Load.Systems.Journal.Receivers;

/// <summary>A log server that others wrote, with the settings that its own documents give for speed.</summary>
/// <param name="Name">In the table.</param>
/// <param name="Package">Debian's.</param>
/// <param name="Program">The executable.</param>
/// <param name="Arguments">Given the configuration file and the folder; it stays in the foreground.</param>
/// <param name="Configuration">Given the folder, the file of lines, and the ports of UDP and TCP.</param>
internal sealed record LogPeer(
    string Name, string Package, string Program, Func<string, string, string[]> Arguments,
    Func<string, string, int, int, string> Configuration)
{
    public static LogPeer Rsyslog { get; } = new(
        LineRow.Rsyslog, "rsyslog", "rsyslogd", (file, _) => ["-n", "-iNONE", "-f", file], (folder, lines, udp, tcp) =>
            $$"""
            global(workDirectory="{{folder}}")
            module(load="imudp" batchSize="64")
            module(load="imtcp")
            template(name="line" type="string" string="%rawmsg%\n")
            ruleset(name="in") { action(type="omfile" file="{{lines}}" template="line") }
            input(type="imudp" address="127.0.0.1" port="{{udp}}" rcvbufSize="16m" ruleset="in")
            input(type="imtcp" address="127.0.0.1" port="{{tcp}}" ruleset="in")

            """);

    public static LogPeer SyslogNg { get; } = new(
        LineRow.SyslogNg, "syslog-ng-core", "syslog-ng",
        (file, folder) =>
        [
            "-F", "--no-caps", "-f", file, "-R", System.IO.Path.Combine(folder, "persist"), "-p", System.IO.Path.Combine(folder, "pid"),
            "-c", System.IO.Path.Combine(folder, "control"),
        ],
        (_, lines, udp, tcp) =>
            $$"""
            @version: 3.38
            options { keep-hostname(yes); use-dns(no); flush-lines(100); stats-freq(0); };
            source in {
              network(transport("udp") ip(127.0.0.1) port({{udp}}) so-rcvbuf(16777216) flags(no-parse) log-msg-size(65536));
              syslog(transport("tcp") ip(127.0.0.1) port({{tcp}}) flags(no-parse) log-msg-size(65536) log-iw-size(10000));
            };
            destination out { file("{{lines}}" template("${MSG}\n")); };
            log { source(in); destination(out); flags(flow-control); };

            """);

    public static IReadOnlyList<LogPeer> All { get; } = [Rsyslog, SyslogNg];

    /// <summary>Why it cannot be measured here; null when it can.</summary>
    public string? Obstacle => Path is null ? $"{Program} is not installed (Debian: apt-get install {Package})" : null;

    /// <summary>Debian keeps servers where only the administrator's shell looks.</summary>
    private string? Path => (Environment.GetEnvironmentVariable("PATH") ?? "").Split(System.IO.Path.PathSeparator).Append("/usr/sbin")
        .Select(folder => System.IO.Path.Combine(folder, Program)).FirstOrDefault(File.Exists);

    /// <returns>A start with all streams redirected.</returns>
    public ProcessStartInfo Start(string configuration, string folder) => new(Path!, Arguments(configuration, folder))
    {
        RedirectStandardInput = true,
        RedirectStandardOutput = true,
        RedirectStandardError = true,
    };
}
