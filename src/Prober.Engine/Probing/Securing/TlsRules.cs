using System.Security.Authentication;
using System.Security.Cryptography.X509Certificates;
using Trust;

namespace Prober.Engine.Probing.Securing;

/// <summary>The requirements of a probe for a server's TLS.</summary>
public sealed record TlsRules
{
    public static TlsRules Default { get; } = new();

    public Authorities Roots { get; init; } = Authorities.System;

    /// <summary>Accepts certificates of any authority, for any name.</summary>
    public bool SkipsVerification { get; init; }

    /// <summary>Accepts certificates that are expired or not yet valid.</summary>
    public bool SkipsExpiry { get; init; }

    /// <summary>The name that is asked for and that the certificate has to have; null for the host.</summary>
    public string? ServerName { get; init; }

    /// <summary>The only versions of TLS; none for those of the system.</summary>
    public SslProtocols Protocols { get; init; } = SslProtocols.None;

    /// <summary>A certificate with its key, for servers that request one.</summary>
    public X509Certificate2? ClientCertificate { get; init; }

    /// <summary>Resumes the session of an earlier probe: cheaper, but the server does not prove its key again.</summary>
    public bool Resumes { get; init; }
}
