using System.Net.Security;

namespace Hosting.Trust;

/// <summary>A listener's demands on its clients' certificates.</summary>
public interface IClientCertificates
{
    /// <summary>
    /// Completes the options of one handshake. It has to set the policy of the chain: the framework's own fetches whatever addresses a
    /// stranger's certificate names.
    /// </summary>
    void Ask(SslServerAuthenticationOptions tls);
}
