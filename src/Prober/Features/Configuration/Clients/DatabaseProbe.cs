using System.Data.Common;
using System.Net;
using System.Net.Sockets;
using System.Security.Authentication;
using Prober.Engine.Probing;
using Prober.Engine.Probing.Connecting;
using Prober.Engine.Probing.Securing;

namespace Prober.Features.Configuration.Clients;

/// <summary>Talks to a database with its own client, at the address that the prober's resolver found.</summary>
/// <param name="talk">Connects, asks and closes; what it throws is classified.</param>
internal sealed class DatabaseProbe(
    string host, int port, TlsRules rules, Func<IPAddress, CertificateJudge, ProbeCall, Task> talk) : IProbe
{
    public string Kind => "client";

    public string Endpoint { get; } = Connector.NameOf(host, port);

    public string Destination => Endpoint;

    public async Task<ProbeResult> ProbeAsync(ProbeCall call)
    {
        var result = call.Result;
        var addresses = await Connector.ResolveAsync(host, call);
        if (addresses.Length == 0)
        {
            return result;
        }

        result.Address = addresses[0];
        var judge = new CertificateJudge(host, rules, call);
        var asked = call.Elapsed;
        try
        {
            await Task.Yield(); // clients may work before they wait, and the engine's thread must not
            await talk(addresses[0], judge, call);
        }
        catch (Exception exception) when (exception is DbException or IOException or SocketException or TimeoutException
            or AuthenticationException or OperationCanceledException or InvalidOperationException or NotSupportedException
            or FormatException or ArgumentException or IndexOutOfRangeException or OverflowException or OutOfMemoryException)
        {
            // The last few are what clients throw at a server that speaks something else.
            Classify(exception, judge, call);
        }

        result.Processing = call.Elapsed - asked;
        return result;
    }

    private static void Classify(Exception exception, CertificateJudge judge, ProbeCall call)
    {
        var result = call.Result;
        if (judge.Problem is { } problem)
        {
            result.Fail(judge.Failure, problem);
            return;
        }

        for (Exception? inner = exception; inner is not null; inner = inner.InnerException)
        {
            if (inner is SocketException or OperationCanceledException or TimeoutException)
            {
                var (failure, message) = ProbeFaults.Classify(inner, result.Address);
                result.Fail(failure, message);
                return;
            }
        }

        // PostgreSQL's and MySQL's own answers have a code; everything else is a conversation that failed.
        _ = exception is DbException { SqlState.Length: > 0 }
            ? result.Fail(FailureClass.Status, $"The server refused: {OneLine.Of(exception.Message, 300)}")
            : result.Fail(FailureClass.Protocol, $"The server does not speak as its kind does: {OneLine.Of(exception.Message, 300)}");
    }
}
