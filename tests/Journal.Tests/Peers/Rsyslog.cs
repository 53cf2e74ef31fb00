using System.Diagnostics;
using System.Net.Sockets;

namespace Journal.Tests.Peers;

/// <summary>Debian's rsyslog, as a process of its own with a configuration of its own.</summary>
internal sealed class Rsyslog : IDisposable
{
    private readonly Process _process;

    private Rsyslog(Process process) => _process = process;

    /// <summary>Sends the lines of a file, each as it stands there.</summary>
    /// <param name="folder">Its own.</param>
    /// <param name="lines">The lines that it sends.</param>
    /// <param name="action">Where to; it may use the template "line".</param>
    public static Rsyslog Send(TempDirectory folder, IEnumerable<string> lines, string action)
    {
        File.WriteAllText(folder.Combine("lines"), string.Concat(lines.Select(line => $"{line}\n")));
        return Start(folder, $$"""
            global(workDirectory="{{folder.Path}}")
            module(load="imfile")
            module(load="omrelp")
            template(name="line" type="string" string="%msg%")
            input(type="imfile" file="{{folder.Combine("lines")}}" tag="test" ruleset="out")
            ruleset(name="out") {
              {{action}}
            }

            """);
    }

    /// <summary>Sends lines as messages of the program shop, local3.err, in a template of rsyslog's own.</summary>
    /// <param name="folder">Its own.</param>
    /// <param name="lines">The texts of the messages.</param>
    /// <param name="action">Where to.</param>
    public static Rsyslog SendStock(TempDirectory folder, IEnumerable<string> lines, string action)
    {
        File.WriteAllText(folder.Combine("lines"), string.Concat(lines.Select(line => $"{line}\n")));
        return Start(folder, $$"""
            global(workDirectory="{{folder.Path}}")
            module(load="imfile")
            module(load="omrelp")
            input(type="imfile" file="{{folder.Combine("lines")}}" tag="shop:" severity="err" facility="local3" ruleset="out")
            ruleset(name="out") {
              {{action}}
            }

            """);
    }

    /// <summary>Receives on two ports, and writes what comes, a line each, into the file "received".</summary>
    public static async Task<Rsyslog> ReceiveAsync(TempDirectory folder, int tcp, int relp)
    {
        var rsyslog = Start(folder, $$"""
            global(workDirectory="{{folder.Path}}")
            module(load="imtcp")
            module(load="imrelp")
            template(name="line" type="string" string="%rawmsg%\n")
            ruleset(name="in") {
              action(type="omfile" file="{{folder.Combine("received")}}" template="line")
            }
            input(type="imtcp" address="127.0.0.1" port="{{tcp}}" ruleset="in")
            input(type="imrelp" address="127.0.0.1" port="{{relp}}" ruleset="in")

            """);
        await Deadline.UntilAsync(() => rsyslog._process.HasExited || (Answers(tcp) && Answers(relp)));
        rsyslog._process.HasExited.ShouldBeFalse(File.ReadAllText(folder.Combine("rsyslog.log")));
        return rsyslog;
    }

    public static void SkipUnlessPresent()
    {
        InstalledProgram.SkipUnlessPresent("rsyslogd", "rsyslog");
        if (!Directory.EnumerateDirectories("/usr/lib").Any(folder => File.Exists(Path.Combine(folder, "rsyslog", "omrelp.so"))))
        {
            MissingPeer.Skip("This test needs rsyslog's modules for RELP (Debian: apt-get install rsyslog-relp).");
        }
    }

    public void Dispose()
    {
        _process.Kill();
        _process.WaitForExit();
        _process.Dispose();
    }

    private static Rsyslog Start(TempDirectory folder, string configuration)
    {
        File.WriteAllText(folder.Combine("rsyslog.conf"), configuration);
        var program = InstalledProgram.Find("rsyslogd")!;
        var command = $"exec {program} -n -iNONE -f {folder.Combine("rsyslog.conf")} > {folder.Combine("rsyslog.log")} 2>&1";
        return new(Process.Start("/bin/sh", ["-c", command]));
    }

    private static bool Answers(int port)
    {
        using var client = new TcpClient();
        try
        {
            client.Connect("127.0.0.1", port);
            return true;
        }
        catch (SocketException)
        {
            return false;
        }
    }
}
