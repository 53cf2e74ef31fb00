using System.Net.Security;
using System.Net.Sockets;
using System.Text;
using System.Text.RegularExpressions;
using Prober.Engine.Probing.Connecting;
using Prober.Engine.Probing.Securing;

namespace Prober.Engine.Probing.Talk;

/// <summary>A conversation in lines over TCP, which may begin with TLS, or change to it.</summary>
/// <param name="host">A name or an address.</param>
/// <param name="rules">The requirements for the server's TLS.</param>
/// <param name="isSecure">Whether it begins with TLS.</param>
public sealed class TalkProbe(string host, int port, IReadOnlyList<TalkStep> steps, TlsRules rules, bool isSecure) : IProbe
{
    private const int MaxShown = 200;

    public string Kind => "tcp";

    public string Endpoint { get; } = Connector.NameOf(host, port);

    public string Destination => Endpoint;

    /// <summary>Closed in the ordinary way: mail servers log a reset as an error, and may then block the prober.</summary>
    public Task<ProbeResult> ProbeAsync(ProbeCall call) => Connector.UseAsync(host, port, call, TalkAsync, closesPlainly: true);

    private async Task TalkAsync(Socket socket, ProbeCall call)
    {
        await using var plain = new NetworkStream(socket, ownsSocket: false);
        SslStream? secured = null;
        try
        {
            if (isSecure && (secured = await SecureAsync(plain, call)) is null)
            {
                return;
            }

            var lines = new TalkLines(secured ?? (Stream)plain);
            var start = call.Elapsed;
            foreach (var step in steps)
            {
                if (!await TakeAsync(step, lines, call))
                {
                    return;
                }

                if (step.StartsTls && secured is null)
                {
                    if (lines.HasMore)
                    {
                        call.Result.Fail(FailureClass.Protocol, "The server sent more before TLS began, which nobody can vouch for.");
                        return;
                    }

                    if ((secured = await SecureAsync(plain, call)) is null)
                    {
                        return;
                    }

                    lines = new(secured);
                }
            }

            call.Result.Processing = call.Elapsed - start;
        }
        finally
        {
            await EndAsync(secured);
        }
    }

    /// <returns>Whether the conversation goes on.</returns>
    private static async Task<bool> TakeAsync(TalkStep step, TalkLines lines, ProbeCall call)
    {
        var match = step.Expect is null ? Match.Empty : await ExpectAsync(lines, step.Expect, call);
        if (match is null || (step.ExpectedOctets is { } wanted && !await ExpectAsync(lines, wanted, call)))
        {
            return false;
        }

        step.Tell(match, call.Result);
        if (step.SentOctets is { } octets)
        {
            await lines.Stream.WriteAsync(octets, CancellationToken.None);
        }
        else if (step.TextFor(match) is { } line)
        {
            await lines.Stream.WriteAsync(Encoding.UTF8.GetBytes($"{line}\n"), CancellationToken.None);
        }

        return true;
    }

    /// <summary>Says goodbye in TLS, as its peers expect.</summary>
    private static async Task EndAsync(SslStream? secured)
    {
        if (secured is null)
        {
            return;
        }

        try
        {
            await secured.ShutdownAsync();
        }
        catch (Exception exception) when (exception is IOException or SocketException or InvalidOperationException)
        {
            // The server, or the time-out, has closed the connection.
        }

        await secured.DisposeAsync();
    }

    private ValueTask<SslStream?> SecureAsync(Stream plain, ProbeCall call) =>
        TlsConnector.AuthenticateAsync(plain, host, rules, protocol: null, call);

    /// <returns>Null when no line matches: the result says why.</returns>
    private static async Task<Match?> ExpectAsync(TalkLines lines, Regex expect, ProbeCall call)
    {
        var last = "";
        call.Awaits = $"a line that matches {expect}";
        while (await lines.ReadAsync() is { } line)
        {
            if (expect.Match(line) is { Success: true } match)
            {
                return match;
            }

            last = line;
            call.Awaits = $"a line that matches {expect}, and the last one was {OneLine.Of(line, MaxShown)}";
        }

        _ = lines.IsTooLong
            ? call.Result.Fail(FailureClass.TooLarge, $"The first {TalkLines.MaxBytes} bytes have no line that matches {expect}.")
            : call.Result.Fail(FailureClass.Content, $"The connection ended before a line matched {expect}.{Shown(last)}");
        return null;
    }

    /// <returns>False when others come: the result says which.</returns>
    private static async Task<bool> ExpectAsync(TalkLines lines, byte[] wanted, ProbeCall call)
    {
        call.Awaits = $"the bytes {Hex(wanted)}";
        var octets = await lines.ReadAsync(wanted.Length);
        if (octets.AsSpan().SequenceEqual(wanted))
        {
            return true;
        }

        call.Result.HasOtherBytes = true;
        call.Result.Fail(
            FailureClass.Content, $"The server did not answer {Hex(wanted)}, but {(octets.Length == 0 ? "nothing" : Hex(octets))}.");
        return false;
    }

    private static string Hex(byte[] octets) => OneLine.Of(Convert.ToHexString(octets), MaxShown);

    private static string Shown(string line) =>
        line.Length == 0 ? "" : $" The last one: {OneLine.Of(line, MaxShown)}";
}
