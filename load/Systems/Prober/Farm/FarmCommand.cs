using System.CommandLine;
using Farm.Looping;
using Farm.Serving;
using Hosting.Lifetime;

namespace Farm;

/// <summary>The command line: <c>serve</c> and <c>loop</c>. Both end with the standard input.</summary>
internal static class FarmCommand
{
    public static RootCommand Create() =>
        new("Targets for the lab's prober, on loopback, and the bare loop that it is held against. Ends with its standard input.")
        {
            Serve(),
            Loop(),
        };

    private static Command Serve()
    {
        var folder = new Argument<string>("folder") { Description = "Gets ca.pem, own.pem and own.key." };
        var control = Port("control", "Tells what was counted.");
        var http = Port("http", "Answers over HTTP.");
        var https = Port("https", "Answers over TLS.");
        var tcp = Port("tcp", "Takes connections.");
        var dns = Port("dns", "Answers for the targets' names.");
        var command = new Command("serve", "Answers probes.") { folder, control, http, https, tcp, dns };
        command.SetAction((parsed, _) => RunAsync(stop => FarmServer.RunAsync(
            new(
                parsed.GetValue(folder)!, parsed.GetValue(control), parsed.GetValue(http), parsed.GetValue(https), parsed.GetValue(tcp),
                parsed.GetValue(dns)),
            stop)));
        return command;
    }

    private static Command Loop()
    {
        var kind = new Argument<string>("kind") { Description = "Of the probes." }.AcceptOnlyFromAmong("http", "https", "tcp");
        var control = Port("control", "Tells what was counted.");
        var port = Port("port", "Where the probes go.");
        var targets = new Argument<int>("targets") { Description = "How many there are." };
        var rate = new Argument<int>("rate") { Description = "Probes a second." };
        var command = new Command("loop", "Makes the least that a probe can be.") { kind, control, port, targets, rate };
        command.SetAction((parsed, _) => RunAsync(stop => BareLoop.RunAsync(
            parsed.GetValue(kind)!, parsed.GetValue(control), parsed.GetValue(port), parsed.GetValue(targets), parsed.GetValue(rate),
            stop)));
        return command;
    }

    private static Argument<int> Port(string name, string description) => new(name) { Description = description };

    private static async Task<int> RunAsync(Func<CancellationToken, Task> run)
    {
        await run(ParentWatchdog.Watch());
        return ExitCode.Done;
    }
}
