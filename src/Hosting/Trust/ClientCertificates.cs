using System.Collections.Concurrent;
using System.Net.Security;
using System.Runtime.CompilerServices;
using System.Security.Cryptography.X509Certificates;
using Trust;
using CollectorRegistry = Prometheus.CollectorRegistry;

namespace Hosting.Trust;

/// <summary>
/// Certificates of clients: each is verified in its handshake, and watched for as long as its connection lasts. Within a second after one
/// has expired, or a revocation list has named it, its streams end.
/// </summary>
public sealed partial class ClientCertificates : IDisposable
{
    private const X509ChainStatusFlags OutOfTime = X509ChainStatusFlags.NotTimeValid;

    /// <summary>More authorities than any company has. With as many, sessions are not resumed.</summary>
    private const int MaxIssuers = 1024;

    private static readonly TimeSpan Look = TimeSpan.FromSeconds(1);

    private readonly Authorities _authorities;
    private readonly RevocationFiles? _revocations;
    private volatile RevocationLists? _lists;
    private readonly string _setting;
    private readonly TimeProvider _time;
    private readonly ILogger _log;
    private readonly ITimer? _timer;
    private readonly Lock _looking = new();

    /// <summary>A connection has one certificate object, from its handshake to its last request.</summary>
    private readonly ConditionalWeakTable<X509Certificate2, ShownCertificate> _shown = [];

    /// <summary>
    /// The authorities of verified chains. A client that resumes a session sends its authorities no more, and the framework keeps only its
    /// own certificate.
    /// </summary>
    private readonly ConcurrentDictionary<string, X509Certificate2> _issuers = new();

    /// <summary>Gaps in the lists: each is logged once until the lists change.</summary>
    private readonly ConcurrentDictionary<string, bool> _told = new();

    /// <param name="authorityFile">Certificates of the authorities in PEM form.</param>
    /// <param name="setting">The setting that names the files of revocation lists.</param>
    /// <param name="revocationFiles">Files with revocation lists; empty if none are to be asked.</param>
    /// <param name="time">Decides what is valid now.</param>
    /// <param name="log">Says which clients are refused because a list is missing or has expired, and which files have changed.</param>
    /// <exception cref="InvalidDataException">A file does not hold what it should.</exception>
    /// <exception cref="IOException">A file does not exist, or cannot be read.</exception>
    public ClientCertificates(
        string authorityFile, string setting, IReadOnlyList<string> revocationFiles, TimeProvider time, ILogger log)
    {
        (_authorities, _setting, _time, _log) = (
            Authorities.FromFile(authorityFile, "the authority of the clients' certificates"), setting, time, log);
        if (!_authorities.Own!.Any(authority => authority.SubjectName.RawData.AsSpan().SequenceEqual(authority.IssuerName.RawData)))
        {
            throw new InvalidDataException(
                $"{authorityFile} holds no authority that has signed itself. Add the root: the chain of a client has to end at one.");
        }

        foreach (var authority in _authorities.Own!)
        {
            Keep(authority);
        }

        _revocations = revocationFiles.Count == 0 ? null : new(setting, revocationFiles, log);
        Refresh();
        _timer = time.CreateTimer(_ => Refresh(), null, Look, Look);
    }

    /// <summary>Requests a certificate. The callback gets why the client's is not accepted, or null, and decides.</summary>
    public void Ask(SslServerAuthenticationOptions tls, Func<string?, bool> accept)
    {
        tls.ClientCertificateRequired = true;
        tls.CertificateChainPolicy = ChainPolicies.Of(_authorities, CertificateUse.Client, _time.GetUtcNow(), [.. _issuers.Values]);
        tls.AllowTlsResume = _issuers.Count < MaxIssuers;
        tls.RemoteCertificateValidationCallback = (_, certificate, chain, _) => accept(
            certificate is X509Certificate2 own && chain is not null ? Problem(_shown.GetValue(own, _ => Judge(own, chain)))
                : "Use a client certificate that this host accepts.");
    }

    /// <summary>The certificate of a connection.</summary>
    public ShownCertificate Of(X509Certificate2 certificate) => _shown.GetValue(certificate, Judge);

    /// <returns>Why it is not accepted now, as a sentence for its owner; null if it is.</returns>
    public string? Problem(ShownCertificate shown)
    {
        var refusal = Problem(shown, _lists);
        shown.WasAccepted |= refusal is null;
        return refusal;
    }

    /// <summary>Shows how long each file of revocation lists is valid.</summary>
    public void MeasureExpiry(CollectorRegistry registry)
    {
        if (_revocations is not null)
        {
            registry.MeasureExpiry(_time, _setting, _revocations.Expiries);
        }
    }

    public void Dispose() => _timer?.Dispose();

    /// <summary>
    /// Reads changed lists; ends the streams of certificates that are not accepted any more, before it refuses their next requests.
    /// </summary>
    internal void Refresh()
    {
        lock (_looking)
        {
            var lists = _revocations?.Refresh();
            if (lists != _lists || _told.Count > MaxIssuers)
            {
                _told.Clear();
            }

            foreach (var issuer in lists is null ? [] : _issuers.Values)
            {
                if (lists!.Lack(issuer, _time.GetUtcNow()) is { } lack)
                {
                    Tell(lack);
                }
            }

            foreach (var (certificate, shown) in _shown)
            {
                if (shown.WasAccepted && Problem(shown, lists) is not null)
                {
                    // Should it be accepted again, it begins anew.
                    _shown.AddOrUpdate(certificate, new(shown.Chain, shown.Fault, shown.Names));
                    shown.End();
                }
            }

            _lists = lists;
        }
    }

    private string? Problem(ShownCertificate shown, RevocationLists? lists)
    {
        var now = _time.GetUtcNow();
        if (shown.Standing is not { } standing || standing.Lists != lists || now < standing.From || now >= standing.Until)
        {
            shown.Standing = standing = Examine(shown, lists, now);
        }

        return standing.Problem;
    }

    private ShownCertificate Judge(X509Certificate2 certificate)
    {
        using var chain = new X509Chain
        {
            ChainPolicy = ChainPolicies.Of(_authorities, CertificateUse.Client, _time.GetUtcNow(), [.. _issuers.Values]),
        };
        chain.Build(certificate);
        return Judge(certificate, chain);
    }

    private ShownCertificate Judge(X509Certificate2 certificate, X509Chain chain)
    {
        var problems = chain.ChainStatus.Aggregate(X509ChainStatusFlags.NoError, (all, status) => all | status.Status) & ~OutOfTime;
        if (problems != X509ChainStatusFlags.NoError)
        {
            var fault = $"Your certificate is not signed by an authority that this host trusts, or is not for clients ({problems}).";
            return new(null, fault, CertificateNames.Nobody);
        }

        var names = CertificateNames.Of(certificate);
        return names.Problem is { } problem ? new(null, $"Your certificate {problem}.", names)
            : new(VerifiedChain.Of(chain, Keep), null, names);
    }

    private CertificateStanding Examine(ShownCertificate shown, RevocationLists? lists, DateTimeOffset now)
    {
        if (shown.Chain is not { } chain)
        {
            return new(lists, DateTimeOffset.MinValue, DateTimeOffset.MaxValue, shown.Fault);
        }

        if (now < chain.NotBefore || now >= chain.NotAfter)
        {
            var sentence = $"Your certificate and its authorities are valid from {chain.NotBefore:u} to {chain.NotAfter:u}, but not now.";
            return now < chain.NotBefore ? new(lists, DateTimeOffset.MinValue, chain.NotBefore, sentence)
                : new(lists, chain.NotAfter, DateTimeOffset.MaxValue, sentence);
        }

        var verdict = lists?.Check(chain, now) ?? new(RevocationState.Good, DateTimeOffset.MaxValue, "");
        var until = verdict.Until < chain.NotAfter ? verdict.Until : chain.NotAfter;
        switch (verdict.State)
        {
            case RevocationState.Good:
                return new(lists, now, until, null);
            case RevocationState.Revoked:
                return new(lists, now, until, $"Your certificate is not accepted: {verdict.Reason}.");
            default:
                Tell(verdict.Reason);
                return new(lists, now, until,
                    $"Your certificate is not accepted now, because {verdict.Reason}. Tell the administrator of this host.");
        }
    }

    private X509Certificate2 Keep(X509Certificate2 issuer) =>
        _issuers.TryGetValue(issuer.Thumbprint, out var known) ? known
        : _issuers.Count >= MaxIssuers ? X509CertificateLoader.LoadCertificate(issuer.RawData)
        : _issuers.GetOrAdd(issuer.Thumbprint, _ => X509CertificateLoader.LoadCertificate(issuer.RawData));

    private void Tell(string lack)
    {
        if (_told.TryAdd(lack, true))
        {
            Log.Refused(_log, _setting, lack);
        }
    }

    private static partial class Log
    {
        [LoggerMessage(
            66, LogLevel.Error, "{Setting}: clients of an authority are refused, because {Lack}. Name a file with a list that is valid.")]
        public static partial void Refused(ILogger logger, string setting, string lack);
    }
}
