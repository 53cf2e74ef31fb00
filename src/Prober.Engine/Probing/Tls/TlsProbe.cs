using System.Net.Sockets;
using Prober.Engine.Probing.Connecting;
using Prober.Engine.Probing.Securing;

namespace Prober.Engine.Probing.Tls;

/// <summary>A full handshake, with checks of the certificate's chain, name, expiry and fingerprint.</summary>
public sealed class TlsProbe(TlsProbeSettings settings) : IProbe
{
    public TlsProbeSettings Settings => settings;

    public string Kind => "tls";

    public string Endpoint { get; } = Connector.NameOf(settings.Host, settings.Port);

    public string Destination => Endpoint;

    /// <summary>Only the handshake matters; a server that sends tickets after it loses nothing by a reset.</summary>
    public Task<ProbeResult> ProbeAsync(ProbeCall call) =>
        Connector.UseAsync(settings.Host, settings.Port, call, ShakeHandsAsync, settings.ClosesPlainly, settings.Proxy);

    private async Task ShakeHandsAsync(Socket socket, ProbeCall call)
    {
        await using var plain = new NetworkStream(socket, ownsSocket: false);
        await using var secured = await TlsConnector.AuthenticateAsync(plain, settings.Host, settings.Rules, protocol: null, call);
        if (secured is not null)
        {
            Check(call);
        }
    }

    private void Check(ProbeCall call)
    {
        var certificate = call.Result.Certificate!;
        if (settings.Fingerprint is { } expected && !expected.Equals(certificate.Fingerprint, StringComparison.OrdinalIgnoreCase))
        {
            call.Result.Fail(FailureClass.Certificate, $"The server has another certificate: its SHA-256 is {certificate.Fingerprint}.");
        }
        else if (settings.EndsNotBefore is { } span && certificate.Ends - call.Network.Time.GetUtcNow() < span)
        {
            call.Result.Fail(FailureClass.Certificate, $"The certificate expires soon: {certificate.Ends:yyyy-MM-dd HH:mm}.");
        }
    }
}
