using System.Net.Security;
using Gateway.Features.Settings;
using Gateway.Features.Upstream;
using Hosting.Listeners;
using Hosting.Trust;

namespace Gateway.Features.Backends;

/// <summary>How connections to backends are secured, by the settings.</summary>
internal static class BackendTls
{
    /// <exception cref="IOException">There is no such file.</exception>
    /// <exception cref="System.Security.Cryptography.CryptographicException">It holds no certificate.</exception>
    public static ConnectionOptions Options(GatewayOptions options)
    {
        var trusted = options.BackendAuthority is { } path ? TrustedAuthorities.Load(path) : null;
        var own = options.BackendCertificate is { } file ? ServerCertificate.LoadChain(file, options.BackendCertificatePassword) : null;
        return new(options.ConnectTimeout, options.PingTimeout, options.PingTimeout, Configure)
        {
            Authorization = options.BackendKey is { Length: > 0 } key ? $"Bearer {key}" : null,
        };

        void Configure(SslClientAuthenticationOptions tls)
        {
            if (trusted is not null)
            {
                tls.CertificateChainPolicy = trusted;
            }

            if (own is not null)
            {
                tls.ClientCertificateContext = own;
            }
        }
    }
}
