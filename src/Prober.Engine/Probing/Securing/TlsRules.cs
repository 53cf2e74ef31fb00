using System.Security.Cryptography.X509Certificates;
using Prober.Engine.Certificates;

namespace Prober.Engine.Probing.Securing;

/// <summary>What a probe asks of a server's TLS.</summary>
public sealed record TlsRules
{
    public static TlsRules Default { get; } = new();

    public TrustedRoots Roots { get; init; } = TrustedRoots.System;

    /// <summary>Takes a certificate of any authority, and for any name.</summary>
    public bool SkipsVerification { get; init; }

    /// <summary>Takes one that has ended, or not begun.</summary>
    public bool SkipsExpiry { get; init; }

    /// <summary>With its key; shown to servers that ask.</summary>
    public X509Certificate2? ClientCertificate { get; init; }

    /// <summary>A session of an earlier probe may go on: cheaper, and the server proves its key no more.</summary>
    public bool Resumes { get; init; }
}
