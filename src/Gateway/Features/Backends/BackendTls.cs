using System.Net.Security;
using Gateway.Features.Settings;
using Gateway.Features.Upstream;
using Hosting.Listeners;
using Trust;

namespace Gateway.Features.Backends;

/// <summary>How connections to backends are secured, by the settings.</summary>
internal static class BackendTls
{
    /// <exception cref="IOException">There is no such file.</exception>
    /// <exception cref="InvalidDataException">It holds no certificate.</exception>
    public static ConnectionOptions Options(GatewayOptions options)
    {
        var authorities = options.BackendAuthority is { } path
            ? Authorities.FromFile(path, "the authorities that signed the backends' certificates") : Authorities.System;
        var trust = ServerVerifier.By(authorities, TimeProvider.System);
        var own = options.BackendCertificate is { } file ? ServerCertificate.LoadChain(file, options.BackendCertificatePassword) : null;
        return new(options.ConnectTimeout, options.PingTimeout, options.PingTimeout, Configure)
        {
            ConnectionLifetime = options.ConnectionLifetime,
            Authorization = Authorization(options.BackendKey),
        };

        void Configure(SslClientAuthenticationOptions tls)
        {
            trust.Apply(tls);
            if (own is not null)
            {
                tls.ClientCertificateContext = own;
            }
        }
    }

    /// <param name="key">Null or empty for none.</param>
    public static string? Authorization(string? key) => key is { Length: > 0 } ? $"Bearer {key}" : null;
}
