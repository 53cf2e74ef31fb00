using System.Net.Sockets;
using Prober.Engine.Probing.Connecting;

namespace Prober.Engine.Probing.Dialogues;

/// <summary>Sends a few bytes to a server, and checks the beginning of each answer.</summary>
/// <param name="host">A name or an address.</param>
/// <param name="closesPlainly">Closes in the ordinary way, instead of with a reset.</param>
public sealed class DialogueProbe(string host, int port, IReadOnlyList<DialogueStep> steps, bool closesPlainly = false) : IProbe
{
    public string Kind => "client";

    public string Endpoint { get; } = Connector.NameOf(host, port);

    public string Destination => Endpoint;

    public Task<ProbeResult> ProbeAsync(ProbeCall call) => Connector.UseAsync(host, port, call, TalkAsync, closesPlainly);

    private async Task TalkAsync(Socket socket, ProbeCall call)
    {
        var start = call.Elapsed;
        await using var stream = new NetworkStream(socket, ownsSocket: false);
        foreach (var step in steps)
        {
            await stream.WriteAsync(step.Send, CancellationToken.None);
            var answer = new byte[step.Expect.Length];
            var length = await stream.ReadAtLeastAsync(answer, answer.Length, throwOnEndOfStream: false, CancellationToken.None);
            if (!IsExpected(answer.AsSpan(0, length), step.Expect))
            {
                call.Result.Fail(FailureClass.Content, $"The answer is not the expected one: {step.Otherwise}.");
                return;
            }
        }

        call.Result.Processing = call.Elapsed - start;
    }

    private static bool IsExpected(ReadOnlySpan<byte> answer, byte?[] expected)
    {
        if (answer.Length < expected.Length)
        {
            return false;
        }

        for (var i = 0; i < expected.Length; i++)
        {
            if (expected[i] is { } octet && octet != answer[i])
            {
                return false;
            }
        }

        return true;
    }
}
