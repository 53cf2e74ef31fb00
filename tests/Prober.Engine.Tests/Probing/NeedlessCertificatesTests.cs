using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using Prober.Engine.Certificates;
using Trust;

namespace Prober.Engine.Tests.Probing;

/// <summary>
/// Servers send certificates that the chain does not need: the signature of an older authority under the same key, as Let's Encrypt had it
/// (blackbox_exporter 340, 637, 815). Only those of the verified chain count.
/// </summary>
public sealed class NeedlessCertificatesTests : IDisposable
{
    private static readonly DateTimeOffset Now = TimeProvider.System.GetUtcNow();

    private readonly ECDsa _key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
    private readonly ECDsa _oldKey = ECDsa.Create(ECCurve.NamedCurves.nistP256);
    private readonly ECDsa _ownKey = ECDsa.Create(ECCurve.NamedCurves.nistP256);
    private readonly X509Certificate2 _root;
    private readonly X509Certificate2 _old;
    private readonly X509Certificate2 _own;

    public NeedlessCertificatesTests()
    {
        _root = Request("CN=Root", _key).CreateSelfSigned(Now.AddYears(-2), Now.AddYears(2));
        _old = Request("CN=Old root", _oldKey).CreateSelfSigned(Now.AddYears(-9), Now.AddYears(2));
        var names = new SubjectAlternativeNameBuilder();
        names.AddDnsName("localhost");
        var request = new CertificateRequest("CN=localhost", _ownKey, HashAlgorithmName.SHA256);
        request.CertificateExtensions.Add(names.Build());
        _own = request.Create(_root, Now.AddDays(-1), Now.AddDays(60), [1]);
    }

    public void Dispose() => Array.ForEach<IDisposable>([_root, _old, _own, _key, _oldKey, _ownKey], one => one.Dispose());

    [Fact]
    public void Judge_ExpiredOneThatNoChainNeeds_EndsNothing()
    {
        using var needless = Request("CN=Root", _key).Create(_old, Now.AddYears(-8), Now.AddDays(-30), [2]);

        var verdict = Judge(needless, Authorities.FromPem(_root.ExportCertificatePem()));

        verdict.Problems.ShouldBe(X509ChainStatusFlags.NoError);
        verdict.IsInTime.ShouldBeTrue();
        verdict.NotAfter.ShouldBeLessThan(Now); // as blackbox_exporter counts
        verdict.Facts.Ends.ShouldBeGreaterThan(Now.AddDays(50));
    }

    [Fact]
    public void Judge_OldSignatureThatNoChainNeeds_IsNoWeakness()
    {
        using var needless = Request("CN=Root", _key)
            .Create(_old.SubjectName, new OldSignatures(_oldKey), Now.AddYears(-8), Now.AddDays(300), [3]);

        Judge(needless, Authorities.FromPem(_root.ExportCertificatePem())).Problems.ShouldBe(X509ChainStatusFlags.NoError);
        Judge(needless, Authorities.FromPem(_old.ExportCertificatePem())).Problems
            .HasFlag(X509ChainStatusFlags.HasWeakSignature).ShouldBeTrue(); // here the chain needs it
    }

    private ChainVerdict Judge(X509Certificate2 needless, Authorities roots) =>
        new ChainVerdicts(TimeProvider.System).Judge(_own, [needless], roots);

    private static CertificateRequest Request(string name, ECDsa key)
    {
        var request = new CertificateRequest(name, key, HashAlgorithmName.SHA256);
        request.CertificateExtensions.Add(new X509BasicConstraintsExtension(true, false, 0, true));
        return request;
    }

    /// <summary>ECDSA with SHA-1, which .NET itself does not sign with.</summary>
    private sealed class OldSignatures(ECDsa key) : X509SignatureGenerator
    {
        public override byte[] GetSignatureAlgorithmIdentifier(HashAlgorithmName hashAlgorithm) =>
            Convert.FromHexString("300906072A8648CE3D0401");

#pragma warning disable CA5350 // It is the one that must not count.
        public override byte[] SignData(byte[] data, HashAlgorithmName hashAlgorithm) =>
            key.SignData(data, HashAlgorithmName.SHA1, DSASignatureFormat.Rfc3279DerSequence);
#pragma warning restore CA5350

        protected override PublicKey BuildPublicKey() => new(key);
    }
}
