namespace Trust;

/// <summary>The purpose of a certificate (RFC 5280, section 4.2.1.12). One that names no use is for all of them.</summary>
public enum CertificateUse
{
    /// <summary><c>id-kp-serverAuth</c>.</summary>
    Server,

    /// <summary><c>id-kp-clientAuth</c>.</summary>
    Client,

    /// <summary><c>id-kp-timeStamping</c>.</summary>
    Stamping,
}
