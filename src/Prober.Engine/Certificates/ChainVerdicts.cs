using System.Collections.Concurrent;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using Prober.Engine.Limits;
using Trust;

namespace Prober.Engine.Certificates;

/// <summary>
/// Verifies certificate chains, each in full only once: a verdict is valid while the certificates, the roots and the hour are the same, and
/// no certificate of the chain becomes valid or expires. TLS itself verifies the signature of every handshake, so a known chain does not
/// let an impostor in.
/// </summary>
public sealed class ChainVerdicts(TimeProvider time)
{
    private const int MaxVerdicts = 65536;
    private const int FewVerdicts = 256;

    /// <summary>The most characters of a text that the server chose and that is only shown.</summary>
    private const int MaxText = 4096;

    /// <summary>RSA with MD5 and SHA-1, DSA and ECDSA with SHA-1.</summary>
    private static readonly string?[] WeakSignatures =
        ["1.2.840.113549.1.1.4", "1.2.840.113549.1.1.5", "1.2.840.10040.4.3", "1.2.840.10045.4.1"];

    private static readonly TimeSpan MaxAge = TimeSpan.FromHours(1);

    private readonly ConcurrentDictionary<UInt128, ChainVerdict> _verdicts = new();

    /// <summary>With so many verdicts, expired ones are removed.</summary>
    private volatile int _mark = FewVerdicts;

    /// <summary>The number of known chains.</summary>
    public int Count => _verdicts.Count;

    /// <param name="certificate">The server's own certificate.</param>
    /// <param name="presented">The other certificates that it sent.</param>
    public ChainVerdict Judge(X509Certificate2 certificate, X509Certificate2Collection presented, Authorities roots)
    {
        var now = time.GetUtcNow();
        var key = Key(certificate, presented, roots);
        if (_verdicts.TryGetValue(key, out var known) && now < known.Until && now >= known.JudgedAt)
        {
            return known;
        }

        if (_verdicts.Count >= _mark)
        {
            Sweep(now);
        }

        var verdict = JudgeAnew(certificate, presented, roots, now);
        if (verdict.Problems == X509ChainStatusFlags.NoError || OwnLimits.HasHandle())
        {
            _verdicts[key] = verdict; // without a handle the system's authorities could not be read
        }

        return verdict;
    }

    /// <summary>A server may send another chain each time; earlier ones must not stay until it is asked again.</summary>
    private void Sweep(DateTimeOffset now)
    {
        foreach (var (key, verdict) in _verdicts)
        {
            if (now >= verdict.Until)
            {
                _verdicts.TryRemove(key, out _);
            }
        }

        if (_verdicts.Count >= MaxVerdicts)
        {
            _verdicts.Clear();
        }

        _mark = Math.Clamp(2 * _verdicts.Count, FewVerdicts, MaxVerdicts); // rare enough to cost each verdict little
    }

    private static ChainVerdict JudgeAnew(
        X509Certificate2 certificate, X509Certificate2Collection presented, Authorities roots, DateTimeOffset now)
    {
        using var chain = new X509Chain { ChainPolicy = ChainPolicies.Of(roots, CertificateUse.Server, now, presented) };
        chain.Build(certificate);
        var problems = chain.ChainStatus.Aggregate(X509ChainStatusFlags.NoError, (all, status) => all | status.Status);
        X509Certificate2[] links = [certificate, .. presented];

        // Servers also send certificates that no chain needs, such as old ones for old clients.
        problems |= chain.ChainElements.Any(element => HasWeakSignature(element.Certificate))
            ? X509ChainStatusFlags.HasWeakSignature : X509ChainStatusFlags.NoError;
        var notBefore = links.Max(link => new DateTimeOffset(link.NotBefore.ToUniversalTime()));
        var notAfter = links.Min(link => new DateTimeOffset(link.NotAfter.ToUniversalTime()));
        var turns = links.SelectMany(link => new[] { link.NotBefore, link.NotAfter })
            .Select(turn => new DateTimeOffset(turn.ToUniversalTime()))
            .Where(turn => turn > now);
        DateTimeOffset? chainNotAfter = problems == X509ChainStatusFlags.NoError
            ? chain.ChainElements.Min(element => new DateTimeOffset(element.Certificate.NotAfter.ToUniversalTime()))
            : null;
        var isInTime = chainNotAfter is not null || links.All(link =>
            link.NotBefore.ToUniversalTime() <= now.UtcDateTime && now.UtcDateTime < link.NotAfter.ToUniversalTime());
        foreach (var element in chain.ChainElements)
        {
            element.Certificate.Dispose();
        }

        var fingerprint = certificate.GetCertHashString(HashAlgorithmName.SHA256);
        return new(problems, notAfter, Cut(certificate.Subject), Cut(certificate.Issuer), fingerprint)
        {
            ChainNotAfter = chainNotAfter,
            NotBefore = notBefore,
            IsInTime = isInTime,
            Names = Cut(NamesOf(certificate)),
            Serial = Convert.ToHexStringLower(certificate.SerialNumberBytes.Span.TrimStart((byte)0)),
            JudgedAt = now,
            Until = turns.Append(now + MaxAge).Min(),
        };
    }

    /// <summary>
    /// SHA-1 and MD5, which browsers and Go have refused for years. A certificate that signs itself is trusted for other reasons.
    /// </summary>
    private static bool HasWeakSignature(X509Certificate2 certificate) =>
        WeakSignatures.Contains(certificate.SignatureAlgorithm.Value) && certificate.Subject != certificate.Issuer;

    private static string NamesOf(X509Certificate2 certificate)
    {
        try
        {
            return string.Join(
                ',', certificate.Extensions.OfType<X509SubjectAlternativeNameExtension>().SelectMany(names => names.EnumerateDnsNames()));
        }
        catch (CryptographicException)
        {
            return ""; // The extension is malformed.
        }
    }

    private static string Cut(string text) => text.Length > MaxText ? $"{text[..MaxText]}…" : text;

    private static UInt128 Key(X509Certificate2 certificate, X509Certificate2Collection presented, Authorities roots)
    {
        using var hash = IncrementalHash.CreateHash(HashAlgorithmName.SHA256);
        hash.AppendData(certificate.RawDataMemory.Span);
        foreach (var other in presented)
        {
            hash.AppendData(other.RawDataMemory.Span);
        }

        hash.AppendData(roots.Identity.Span);
        return BitConverter.ToUInt128(hash.GetHashAndReset());
    }
}

/// <param name="Problems">All problems of the chain.</param>
/// <param name="NotAfter">The earliest expiry among the certificates.</param>
/// <param name="Fingerprint">SHA-256 of the server's own certificate.</param>
public sealed record ChainVerdict(
    X509ChainStatusFlags Problems, DateTimeOffset NotAfter, string Subject, string Issuer, string Fingerprint)
{
    private volatile CertificateFacts? _factsOver;

    /// <summary>The earliest expiry in the verified chain, including the root; null when there is a problem.</summary>
    public DateTimeOffset? ChainNotAfter { get; init; }

    /// <summary>The latest start among the certificates.</summary>
    public DateTimeOffset NotBefore { get; init; }

    /// <summary>Whether the verified chain, or else each of the certificates, is within its validity.</summary>
    public bool IsInTime { get; init; }

    /// <summary>The DNS names of the certificate, separated by commas; the first 4096 characters.</summary>
    public string Names { get; init; } = "";

    /// <summary>The number that its issuer gave it, in hexadecimal, without zeros before it.</summary>
    public string Serial { get; init; } = "";

    internal DateTimeOffset JudgedAt { get; init; }

    internal DateTimeOffset Until { get; init; }

    /// <summary>For results, while the protocol is not known.</summary>
    internal CertificateFacts Facts =>
        field ??= new(Subject, Issuer, NotAfter, ChainNotAfter, Fingerprint, Names, Serial, Protocol: "", Cipher: "");

    /// <summary>For results: thousands of targets with the same chain share it.</summary>
    internal CertificateFacts FactsOver(string protocol, string cipher) =>
        _factsOver is { } known && known.Protocol == protocol && known.Cipher == cipher
            ? known
            : (_factsOver = Facts with { Protocol = protocol, Cipher = cipher });
}
