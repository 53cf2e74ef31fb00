using System.Net.Security;
using System.Security.Cryptography.X509Certificates;
using Prober.Engine.Certificates;
using Trust;

namespace Prober.Engine.Probing.Securing;

/// <summary>Accepts a server's certificate, or says what is wrong with it.</summary>
internal sealed class CertificateJudge(string host, TlsRules rules, ProbeCall call)
{
    private const X509ChainStatusFlags Expired = X509ChainStatusFlags.NotTimeValid;

    /// <summary>Neither the handshake (RFC 6066, section 3) nor certificates have the dot of the root.</summary>
    private readonly string _name = (rules.ServerName ?? host).TrimEnd('.');

    /// <summary>For a person; null while there is none.</summary>
    public string? Problem { get; private set; }

    /// <summary>Whose fault the problem is.</summary>
    public FailureClass Failure { get; private set; } = FailureClass.Certificate;

    /// <summary>Null before the server has sent its certificate.</summary>
    public ChainVerdict? Verdict { get; private set; }

    /// <summary>For one handshake.</summary>
    public SslClientAuthenticationOptions Options()
    {
        var resumes = rules.Resumes && call.Network.Resumable.Admits(host);
        var options = new SslClientAuthenticationOptions
        {
            TargetHost = _name,
            EnabledSslProtocols = rules.Protocols,
            CipherSuitesPolicy = resumes ? null : OfferedCiphers.Policy, // .NET resumes no session with a policy
            AllowTlsResume = resumes,
            RemoteCertificateValidationCallback = Accepts,

            // .NET builds a chain before it calls the callback: this makes it cheap. The callback verifies the chain and the name.
            CertificateChainPolicy = ChainPolicies.Any,
        };
        if (rules.ClientCertificate is { } own)
        {
            options.ClientCertificateContext = SslStreamCertificateContext.Create(own, additionalCertificates: null, offline: true);
        }

        return options;
    }

    private bool Accepts(object sender, X509Certificate? certificate, X509Chain? chain, SslPolicyErrors errors)
    {
        if (certificate is not X509Certificate2 own)
        {
            Problem = "The server has no certificate.";
            return false;
        }

        Verdict = call.Network.Chains.Judge(own, chain!.ChainPolicy.ExtraStore, rules.Roots);
        call.Result.Certificate = Verdict.Facts;
        Problem = Sentence(Verdict, own) is { } problem ? OwnProblem(Verdict) ?? problem : null;
        return Problem is null;
    }

    /// <summary>This machine cannot judge certificates at all, so that the problem is none of the server's.</summary>
    private string? OwnProblem(ChainVerdict verdict)
    {
        const X509ChainStatusFlags Untrusted = X509ChainStatusFlags.PartialChain | X509ChainStatusFlags.UntrustedRoot;
        if (!verdict.IsInTime && OwnTrust.IsClockWrong(call.Network.Time.GetUtcNow()))
        {
            Failure = FailureClass.Clock;
            return $"The clock of this machine is wrong: it says {call.Network.Time.GetUtcNow():yyyy-MM-dd}.";
        }

        // A certificate that is out of date is so under any authority.
        if (verdict.IsInTime && (verdict.Problems & Untrusted) != 0 && rules.Roots.Own is null && !OwnTrust.HasAuthorities)
        {
            Failure = FailureClass.Trust;
            return "This machine trusts no authority; install its root certificates (such as the package ca-certificates).";
        }

        return null;
    }

    private string? Sentence(ChainVerdict verdict, X509Certificate2 own)
    {
        // Certificates have validity dates, whoever signed them.
        var found = !rules.SkipsVerification ? verdict.Problems : verdict.IsInTime ? X509ChainStatusFlags.NoError : Expired;
        var problems = rules.SkipsExpiry ? found & ~Expired : found;
        return problems.HasFlag(Expired) ? CertificateWords.OutOfTime(verdict, call.Network.Time.GetUtcNow())
            : problems != X509ChainStatusFlags.NoError ? CertificateWords.Untrusted(verdict, problems)
            : !rules.SkipsVerification && !own.MatchesHostname(_name, allowCommonName: false)
                ? CertificateWords.ForAnotherName(verdict, _name)
            : null;
    }
}
