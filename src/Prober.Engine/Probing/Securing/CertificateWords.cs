using System.Security.Cryptography.X509Certificates;
using Prober.Engine.Certificates;

namespace Prober.Engine.Probing.Securing;

/// <summary>What is wrong with a server's certificate, and what to do about it, for a person.</summary>
internal static class CertificateWords
{
    private const int MaxShown = 200;

    public static string OutOfTime(ChainVerdict verdict, DateTimeOffset now) => verdict.NotBefore > now
        ? $"The certificate is not valid before {verdict.NotBefore:yyyy-MM-dd HH:mm}."
        : $"The certificate expired {verdict.NotAfter:yyyy-MM-dd HH:mm}.";

    public static string Untrusted(ChainVerdict verdict, X509ChainStatusFlags problems)
    {
        const X509ChainStatusFlags Unknown = X509ChainStatusFlags.PartialChain | X509ChainStatusFlags.UntrustedRoot;
        var issuer = OneLine.Of(verdict.Issuer, MaxShown);
        return problems == X509ChainStatusFlags.HasWeakSignature
                ? "The certificate, or one of its authorities, is signed with SHA-1 or MD5, which clients no longer accept."
            : (problems & ~Unknown & ~X509ChainStatusFlags.RevocationStatusUnknown & ~X509ChainStatusFlags.OfflineRevocation) != 0
                ? $"The certificate is not trusted: {problems}."
            : verdict.Issuer == verdict.Subject ? $"The certificate is not trusted: it is signed by itself ({issuer})."
            : problems.HasFlag(X509ChainStatusFlags.UntrustedRoot)
                ? $"The certificate is not trusted: this machine does not know its authority (it is signed by {issuer})."
            : $"The certificate is not trusted: the server does not send the certificate of its issuer ({issuer}), "
                + "and this machine does not have it.";
    }

    public static string ForAnotherName(ChainVerdict verdict, string host) => verdict.Names.Length == 0
        ? $"The certificate is not for {host}: it has no DNS names (its subject is {OneLine.Of(verdict.Subject, MaxShown)})."
        : $"The certificate is not for {host}, but for {OneLine.Of(verdict.Names.Replace(",", ", "), MaxShown)}.";
}
