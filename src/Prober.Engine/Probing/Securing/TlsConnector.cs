using System.Net.Security;
using System.Security.Authentication;

namespace Prober.Engine.Probing.Securing;

/// <summary>Makes a handshake and judges the server's certificate.</summary>
internal static class TlsConnector
{
    /// <returns>Null when the handshake or the certificate failed: the result says why.</returns>
    public static async ValueTask<SslStream?> AuthenticateAsync(
        Stream stream, string host, TlsRules rules, SslApplicationProtocol? protocol, ProbeCall call)
    {
        var result = call.Result;
        var start = call.Elapsed;
        var judge = new CertificateJudge(host, rules, call);
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
        catch
        {
            await secured.DisposeAsync();
            throw;
        }

        result.Handshaking += call.Elapsed - start;
        result.Certificate = judge.Verdict?.FactsOver(Name(secured.SslProtocol)) ?? result.Certificate;
        return secured;
    }

    private static string Name(SslProtocols protocol) => protocol switch
    {
        SslProtocols.Tls13 => "TLS 1.3",
        SslProtocols.Tls12 => "TLS 1.2",
        _ => $"{protocol}",
    };
}
