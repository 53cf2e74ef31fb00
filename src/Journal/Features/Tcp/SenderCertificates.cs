using System.Net.Security;
using System.Security.Cryptography.X509Certificates;
using Hosting.Logging;
using Hosting.Trust;
using Journal.Features.Settings;
using Microsoft.Extensions.Options;
using Prometheus;

namespace Journal.Features.Tcp;

/// <summary>Decides who may send over TLS: with authorities configured, only clients with a certificate that one of them signed.</summary>
internal sealed partial class SenderCertificates : IClientCertificates, IDisposable
{
    private readonly ClientCertificates? _certificates;
    private readonly LineAMinute _lines;
    private readonly ILogger _log;

    /// <exception cref="InvalidDataException">A file does not hold what it should.</exception>
    /// <exception cref="IOException">A file cannot be read.</exception>
    public SenderCertificates(
        IOptions<JournalOptions> options, CollectorRegistry registry, TimeProvider time, ILogger<SenderCertificates> log)
    {
        (_lines, _log) = (new(time), log);
        _certificates = options.Value.SenderAuthorities is { Length: > 0 } file
            ? new(file, nameof(JournalOptions.SenderRevocations), JournalOptions.Split(options.Value.SenderRevocations), time, log)
            : null;
        _certificates?.MeasureExpiry(registry);
    }

    /// <summary>
    /// Without authorities no certificate is requested: HTTP listeners request certificates and check them later; here nothing would check
    /// them, and any name would be accepted.
    /// </summary>
    public void Ask(SslServerAuthenticationOptions tls) => _certificates?.Ask(tls, refusal =>
    {
        if (refusal is not null && _lines.IsDue())
        {
            Log.Refused(_log, refusal);
        }

        return refusal is null;
    });

    /// <summary>The certificate of an accepted connection.</summary>
    public ShownCertificate? Of(X509Certificate2? certificate) => certificate is null ? null : _certificates?.Of(certificate);

    public void Dispose() => _certificates?.Dispose();

    private static partial class Log
    {
        [LoggerMessage(
            62, LogLevel.Warning, "A sender was refused (this line comes at most once a minute), for this reason: {Refusal}")]
        public static partial void Refused(ILogger logger, string refusal);
    }
}
