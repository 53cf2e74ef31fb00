using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using Grpc.AspNetCore.Server;

namespace Grpc.Tests.Internals.Server;

public sealed class CertificateIdentityTests
{
    [Fact]
    public void Of_NoCertificate_IsNobody()
    {
        var identity = CertificateIdentity.Of(null);
        identity.IsPeerAuthenticated.ShouldBeFalse();
        identity.PeerIdentity.ShouldBeEmpty();
        identity.Properties.ShouldBeEmpty();
    }

    [Fact]
    public void Of_CommonNameOnly_IsThatName()
    {
        using var certificate = Make(names => { });
        var identity = CertificateIdentity.Of(certificate);
        identity.PeerIdentityPropertyName.ShouldBe("x509_common_name");
        identity.PeerIdentity.Single().Value.ShouldBe("probe");
    }

    [Fact]
    public void Of_AlternativeNames_AreThosePreferred()
    {
        using var certificate = Make(names =>
        {
            names.AddDnsName("a.example");
            names.AddDnsName("b.example");
        });
        var identity = CertificateIdentity.Of(certificate);
        identity.PeerIdentity.Select(property => property.Value).ShouldBe(["a.example", "b.example"]);
        identity.FindPropertiesByName("x509_common_name").Single().ValueBytes.ShouldBe("probe"u8.ToArray());
    }

    private static X509Certificate2 Make(Action<SubjectAlternativeNameBuilder> addNames)
    {
        using var key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        var request = new CertificateRequest("CN=probe", key, HashAlgorithmName.SHA256);
        var names = new SubjectAlternativeNameBuilder();
        addNames(names);
        request.CertificateExtensions.Add(names.Build());
        var now = TimeProvider.System.GetUtcNow();
        return request.CreateSelfSigned(now.AddDays(-1), now.AddDays(1));
    }
}
