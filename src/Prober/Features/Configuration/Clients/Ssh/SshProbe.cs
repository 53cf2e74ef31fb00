using System.Text;
using Prober.Engine.Probing;
using Prober.Engine.Probing.Connecting;
using Renci.SshNet;

namespace Prober.Features.Configuration.Clients.Ssh;

/// <summary>Runs a command on a server over SSH, and judges its code and its output.</summary>
/// <param name="judge">Gets the code, the output and the result.</param>
internal sealed class SshProbe(string kind, SshRoute route, string command, Action<int, string, ProbeResult> judge) : IProbe
{
    public const int MaxOutput = 1 << 20;

    public string Kind => kind;

    public string Endpoint { get; } = Connector.NameOf(route.Server.Host, route.Server.Port);

    public string Destination => Endpoint;

    /// <summary>The command line, which the server's shell reads: as EaseProbe joins it.</summary>
    public static string CommandOf(string command, string[] arguments, List<KeyValuePair<string, string>> variables) =>
        $"{string.Concat(variables.Select(one => $"export {one.Key}={Quote(one.Value)}; "))}{string.Join(' ', [command, .. arguments])}";

    public static string Quote(string text) => $"'{text.Replace("'", "'\\''")}'";

    public async Task<ProbeResult> ProbeAsync(ProbeCall call)
    {
        await Task.Yield(); // the client works before it waits, and the engine's thread must not
        await route.UseAsync(call, client => RunAsync(client, call));
        return call.Result;
    }

    private async Task RunAsync(SshClient client, ProbeCall call)
    {
        var start = call.Elapsed;
        using var run = client.CreateCommand(command);
        var ending = run.ExecuteAsync(call.Token);
        var output = await ReadAsync(run.OutputStream, call.Token);
        call.Result.Processing = call.Elapsed - start;
        if (output is null)
        {
            run.CancelAsync(forceKill: true, 0);
            await ending.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            call.Result.Fail(FailureClass.TooLarge, $"The output is longer than {MaxOutput} bytes.");
            return;
        }

        await ending;
        judge(run.ExitStatus ?? -1, output, call.Result);
    }

    /// <returns>Null when there is more than the limit.</returns>
    private static async Task<string?> ReadAsync(Stream stream, CancellationToken cancellationToken)
    {
        var buffer = new byte[8192];
        using var text = new MemoryStream();
        while (await stream.ReadAsync(buffer, cancellationToken) is > 0 and var read)
        {
            text.Write(buffer, 0, read);
            if (text.Length > MaxOutput)
            {
                return null;
            }
        }

        return Encoding.UTF8.GetString(text.GetBuffer(), 0, (int)text.Length);
    }
}
