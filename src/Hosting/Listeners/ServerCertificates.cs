using System.Net.Security;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using Hosting.Files;
using Hosting.Settings;
using Hosting.Trust;
using Microsoft.Extensions.Options;
using CollectorRegistry = Prometheus.CollectorRegistry;

namespace Hosting.Listeners;

/// <summary>
/// The certificate for new connections. Its file is checked every second, so that a renewed certificate needs no restart; an unusable one
/// changes nothing.
/// </summary>
internal sealed partial class ServerCertificates : IDisposable
{
    private const string ServerUse = "1.3.6.1.5.5.7.3.1"; // id-kp-serverAuth, RFC 5280, 4.2.1.12

    private static readonly TimeSpan Look = TimeSpan.FromSeconds(1);

    private readonly string _path;
    private readonly string? _password;
    private readonly ILogger _log;
    private readonly ITimer _timer;
    private readonly Lock _looking = new();
    private volatile SslStreamCertificateContext _current;
    private FileState _seen;
    private string? _problem;

    /// <exception cref="CryptographicException">The file that the settings name holds no certificate with its key.</exception>
    public ServerCertificates(
        IOptions<HostSettings> settings, CollectorRegistry registry, TimeProvider time, ILogger<ServerCertificates> log)
    {
        (_path, _password, _log) = (settings.Value.Certificate!, settings.Value.CertificatePassword, log);
        _seen = FileState.Of(_path);
        _current = Load();
        registry.MeasureExpiry(time, nameof(HostSettings.Certificate), () => [(_path, new DateTimeOffset(Current.NotAfter))]);
        _timer = time.CreateTimer(_ => Refresh(), null, Look, Look);
    }

    public X509Certificate2 Current => _current.TargetCertificate;

    /// <summary>
    /// The options of one handshake, over TCP or QUIC. All connections share one context, so that sessions can be resumed, and the chain is
    /// built once.
    /// </summary>
    /// <param name="clients">The demands on the client's certificate; null if none is requested.</param>
    public SslServerAuthenticationOptions Serve(IClientCertificates? clients)
    {
        var tls = new SslServerAuthenticationOptions { ServerCertificateContext = _current };
        clients?.Ask(tls);
        return tls;
    }

    public void Dispose() => _timer.Dispose();

    /// <summary>Checks the file, and uses it if it has changed.</summary>
    internal void Refresh()
    {
        lock (_looking)
        {
            var state = FileState.Of(_path);
            if (state == _seen && _problem is null)
            {
                return;
            }

            _seen = state;
            var problem = ServerCertificate.Problem(_path, _password);
            if (problem is null)
            {
                try
                {
                    // Open connections keep their certificate.
                    _current = Load();
                    _problem = null;
                    Log.Renewed(_log, _path, Current.NotAfter.ToUniversalTime());
                    return;
                }
                catch (Exception exception) when (exception is IOException or UnauthorizedAccessException or CryptographicException)
                {
                    problem = exception.Message;
                }
            }

            if (problem != _problem)
            {
                _problem = problem;
                Log.Unusable(_log, _path, problem, Current.NotAfter.ToUniversalTime());
            }
        }
    }

    private SslStreamCertificateContext Load()
    {
        var chain = ServerCertificate.LoadChain(_path, _password);
        var uses = chain.TargetCertificate.Extensions.OfType<X509EnhancedKeyUsageExtension>().FirstOrDefault();
        if (uses is not null && !uses.EnhancedKeyUsages.Cast<Oid>().Any(use => use.Value == ServerUse))
        {
            chain.TargetCertificate.Dispose();
            throw new CryptographicException($"{_path} holds a certificate that is not for servers.");
        }

        return chain;
    }

    private static partial class Log
    {
        [LoggerMessage(21, LogLevel.Information, "{File} has changed: new connections use its certificate, which expires at {End:u}.")]
        public static partial void Renewed(ILogger logger, string file, DateTime end);

        [LoggerMessage(
            22, LogLevel.Warning,
            "{File} has changed and cannot be used. The previous certificate, which expires at {End:u}, stays in use: {Problem}")]
        public static partial void Unusable(ILogger logger, string file, string problem, DateTime end);
    }
}
