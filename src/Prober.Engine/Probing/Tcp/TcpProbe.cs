using System.Net.Sockets;
using System.Text;
using Prober.Engine.Probing.Connecting;

namespace Prober.Engine.Probing.Tcp;

/// <summary>Whether a port accepts connections and, optionally, what it answers to a few bytes.</summary>
/// <param name="host">A name or an address.</param>
/// <param name="send">Sent after connecting; may be empty.</param>
/// <param name="expect">Has to occur in the answer; empty for no check.</param>
/// <param name="closesPlainly">Closes in the ordinary way, instead of with a reset.</param>
/// <param name="proxy">One of <c>http</c> or <c>socks5</c>; null for none.</param>
public sealed class TcpProbe(string host, int port, string send = "", string expect = "", bool closesPlainly = false, Uri? proxy = null)
    : IProbe
{
    private const int MaxAnswer = 64 * 1024;

    private readonly byte[] _send = Encoding.UTF8.GetBytes(send);
    private readonly byte[] _expect = Encoding.UTF8.GetBytes(expect);

    public string Kind => "tcp";

    public string Endpoint { get; } = Connector.NameOf(host, port);

    public string Destination => Endpoint;

    public Task<ProbeResult> ProbeAsync(ProbeCall call) => Connector.UseAsync(host, port, call, TalkAsync, closesPlainly, proxy);

    private async Task TalkAsync(Socket socket, ProbeCall call)
    {
        var start = call.Elapsed;
        for (ReadOnlyMemory<byte> rest = _send; rest.Length > 0;)
        {
            rest = rest[await socket.SendAsync(rest)..];
        }

        if (_expect.Length > 0)
        {
            call.Awaits = "the expected answer";
            await ExpectAsync(socket, call, start);
        }
    }

    private async Task ExpectAsync(Socket socket, ProbeCall call, TimeSpan start)
    {
        var answer = new byte[1024];
        var length = 0;
        while (answer.AsSpan(0, length).IndexOf(_expect) < 0)
        {
            if (length == MaxAnswer)
            {
                call.Result.Fail(FailureClass.TooLarge, $"The expected answer is not in the first {MaxAnswer} bytes.");
                return;
            }

            if (length == answer.Length)
            {
                Array.Resize(ref answer, Math.Min(2 * length, MaxAnswer));
            }

            var received = await socket.ReceiveAsync(answer.AsMemory(length));
            if (received == 0)
            {
                call.Result.Fail(FailureClass.Content, "The connection ended before the expected answer came.");
                return;
            }

            if (length == 0)
            {
                call.Result.Processing = call.Elapsed - start;
            }

            length += received;
        }
    }
}
