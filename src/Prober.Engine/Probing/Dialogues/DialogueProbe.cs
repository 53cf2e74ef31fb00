using Prober.Engine.Probing.Connecting;
using Prober.Engine.Probing.Securing;

namespace Prober.Engine.Probing.Dialogues;

/// <summary>Sends a few bytes to a server, and checks the beginning of each answer.</summary>
/// <param name="host">A name or an address.</param>
/// <param name="rules">The requirements for the server's TLS; null for cleartext.</param>
/// <param name="closesPlainly">Closes in the ordinary way, instead of with a reset.</param>
public sealed class DialogueProbe(
    string host, int port, IReadOnlyList<DialogueStep> steps, bool closesPlainly = false, TlsRules? rules = null) : IProbe
{
    public string Kind => "client";

    public string Endpoint { get; } = Connector.NameOf(host, port);

    public string Destination => Endpoint;

    public Task<ProbeResult> ProbeAsync(ProbeCall call) => Connector.UseAsync(
        host, port, call, (socket, same) => TlsConnector.TalkAsync(socket, host, rules, same, TalkAsync), closesPlainly);

    private async Task TalkAsync(Stream stream, ProbeCall call)
    {
        var start = call.Elapsed;
        foreach (var step in steps)
        {
            await stream.WriteAsync(step.Send, CancellationToken.None);
            var answer = new byte[step.Expect.Length];
            var length = 0;
            while (length < answer.Length && IsBeginning(answer.AsSpan(0, length), step.Expect)
                && await stream.ReadAsync(answer.AsMemory(length), CancellationToken.None) is > 0 and var read)
            {
                length += read; // another answer may be shorter, so nothing waits for its end
            }

            if (length < answer.Length || !IsBeginning(answer, step.Expect))
            {
                call.Result.Fail(FailureClass.Content, $"The answer is not the expected one: {step.Otherwise}.");
                return;
            }
        }

        call.Result.Processing = call.Elapsed - start;
    }

    private static bool IsBeginning(ReadOnlySpan<byte> answer, byte?[] expected)
    {
        for (var i = 0; i < answer.Length; i++)
        {
            if (expected[i] is { } octet && octet != answer[i])
            {
                return false;
            }
        }

        return true;
    }
}
