using Farm.Looping;
using Farm.Serving;

// An answer from a socket is worked on where it comes in: the farm must not take the room of what is measured.
Environment.SetEnvironmentVariable("DOTNET_SYSTEM_NET_SOCKETS_INLINE_COMPLETIONS", "1");

using var stop = new CancellationTokenSource();
_ = Task.Run(async () =>
{
    // The lab stops it by the end of its standard input, also when the lab itself is killed.
    await Console.In.ReadToEndAsync();
    await stop.CancelAsync();
});

switch (args)
{
    case ["serve", var folder, var control, var http, var https, var tcp, var dns]:
        await FarmServer.RunAsync(new(folder, Port(control), Port(http), Port(https), Port(tcp), Port(dns)), stop.Token);
        return 0;
    case ["loop", var kind, var control, var port, var targets, var rate]:
        await BareLoop.RunAsync(kind, Port(control), Port(port), Port(targets), Port(rate), stop.Token);
        return 0;
    default:
        Console.Error.WriteLine(
            "farm serve FOLDER CONTROL HTTP HTTPS TCP DNS   ports on loopback; FOLDER gets ca.pem, own.pem and own.key\n"
            + "farm loop http|https|tcp CONTROL PORT TARGETS RATE");
        return 2;
}

static int Port(string text) => int.Parse(text, System.Globalization.CultureInfo.InvariantCulture);
