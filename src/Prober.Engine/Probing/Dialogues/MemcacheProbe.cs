using System.Text;
using Prober.Engine.Probing.Connecting;
using Prober.Engine.Probing.Securing;
using Prober.Engine.Probing.Talk;

namespace Prober.Engine.Probing.Dialogues;

/// <summary>Asks memcached for keys that must have certain values. The values are not shown, because they may be secret.</summary>
/// <param name="rules">The requirements for the server's TLS; null for cleartext.</param>
public sealed class MemcacheProbe(
    string host, int port, IReadOnlyList<KeyValuePair<string, string>> data, bool closesPlainly, TlsRules? rules = null) : IProbe
{
    public string Kind => "client";

    public string Endpoint { get; } = Connector.NameOf(host, port);

    public string Destination => Endpoint;

    public Task<ProbeResult> ProbeAsync(ProbeCall call) => Connector.UseAsync(
        host, port, call, (socket, same) => TlsConnector.TalkAsync(socket, host, rules, same, TalkAsync), closesPlainly);

    private async Task TalkAsync(Stream stream, ProbeCall call)
    {
        var lines = new TalkLines(stream);
        foreach (var (key, wanted) in data)
        {
            await stream.WriteAsync(Encoding.UTF8.GetBytes($"get {key}\r\n"), CancellationToken.None);
            var head = await lines.ReadAsync();
            if (head?.StartsWith("VALUE ", StringComparison.Ordinal) != true)
            {
                _ = head == "END" ? call.Result.Fail(FailureClass.Content, $"There is no {key}.")
                    : call.Result.Fail(FailureClass.Protocol, "The server does not speak as memcached does.");
                return;
            }

            var value = new StringBuilder(await lines.ReadAsync());
            while (await lines.ReadAsync() is { } line && line != "END")
            {
                value.Append('\n').Append(line);
            }

            if (value.ToString() != wanted.ReplaceLineEndings("\n"))
            {
                call.Result.Fail(FailureClass.Content, $"{key} has not the wanted value.");
                return;
            }
        }
    }
}
