using System.Net.Security;
using System.Net.Sockets;
using System.Security.Authentication;

namespace Prober.Engine.Probing.Securing;

/// <summary>Makes a handshake and judges the server's certificate.</summary>
internal static class TlsConnector
{
    /// <summary>What to do about a server that does not speak HTTP/1.1.</summary>
    public const string TryHttp2 = "try http_version: 2";

    /// <returns>Null when the handshake or the certificate failed: the result says why.</returns>
    public static async ValueTask<SslStream?> AuthenticateAsync(
        Stream stream, string host, TlsRules rules, SslApplicationProtocol? protocol, ProbeCall call)
    {
        var result = call.Result;
        var start = call.Elapsed;
        var judge = new CertificateJudge(host, rules, call);
        call.Awaits = "the TLS handshake";
        var secured = new SslStream(stream, leaveInnerStreamOpen: true);
        var options = judge.Options();
        if (protocol is { } wanted)
        {
            options.ApplicationProtocols = [wanted];
        }

        try
        {
            await secured.AuthenticateAsClientAsync(options, CancellationToken.None);
        }
        catch (AuthenticationException) when (judge.Problem is not null)
        {
            result.Handshaking += call.Elapsed - start;
            result.Fail(judge.Failure, judge.Problem);
            await secured.DisposeAsync();
            return null;
        }
        catch (AuthenticationException exception) when (protocol == SslApplicationProtocol.Http11 && IsAnotherProtocol(exception))
        {
            result.Fail(FailureClass.Protocol, $"The server does not accept HTTP/1.1 (ALPN): {TryHttp2}.");
            await secured.DisposeAsync();
            return null;
        }
        catch
        {
            await secured.DisposeAsync();
            throw;
        }

        call.Awaits = "an answer";
        result.Handshaking += call.Elapsed - start;
        result.Certificate = judge.Verdict?.FactsOver(Name(secured.SslProtocol), $"{secured.NegotiatedCipherSuite}") ?? result.Certificate;
        return secured;
    }

    /// <summary>Talks over a socket, with TLS if there are rules for it.</summary>
    public static async Task TalkAsync(
        Socket socket, string host, TlsRules? rules, ProbeCall call, Func<Stream, ProbeCall, Task> talk,
        SslApplicationProtocol? protocol = null)
    {
        await using var plain = new NetworkStream(socket, ownsSocket: false);
        if (rules is null)
        {
            await talk(plain, call);
            return;
        }

        await using var secured = await AuthenticateAsync(plain, host, rules, protocol, call);
        if (secured is not null)
        {
            await talk(secured, call);
        }
    }

    /// <summary>The alert no_application_protocol (RFC 7301), which systems tell in their own ways.</summary>
    private static bool IsAnotherProtocol(Exception exception)
    {
        const int MismatchOfWindows = unchecked((int)0x80090367);
        for (Exception? inner = exception; inner is not null; inner = inner.InnerException)
        {
            if (inner.HResult == MismatchOfWindows || inner.Message.Contains("application protocol", StringComparison.OrdinalIgnoreCase))
            {
                return true;
            }
        }

        return false;
    }

    private static string Name(SslProtocols protocol) => protocol switch
    {
        SslProtocols.Tls13 => "TLS 1.3",
        SslProtocols.Tls12 => "TLS 1.2",
        _ => $"{protocol}",
    };
}
