using System.Formats.Asn1;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;

namespace Trust.Tests;

/// <summary>The names in a certificate.</summary>
public sealed class CertificateNamesTests : IDisposable
{
    private readonly TempDirectory _folder = new("names");

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData("/O=Example/CN=gateway", "", "gateway", "CN=GATEWAY")]
    [InlineData("/O=Example/CN=gateway", "subjectAltName=DNS:gw.example.org", "gateway", "DNS=GW.EXAMPLE.ORG", "CN=GATEWAY")]
    [InlineData(
        "/CN=gateway", "subjectAltName=DNS:gw.example.org,URI:spiffe://example.org/Gateway,IP:10.0.0.1,email:a@b.c",
        "gateway", "URI=spiffe://example.org/Gateway", "DNS=GW.EXAMPLE.ORG", "CN=GATEWAY")]
    [InlineData("/O=Example", "subjectAltName=URI:spiffe://example.org/gw", "URI=spiffe://example.org/gw", "URI=spiffe://example.org/gw")]
    [InlineData("/O=Example", "subjectAltName=DNS:gw.example.org", "DNS=gw.example.org", "DNS=GW.EXAMPLE.ORG")]
    [InlineData("/O=Example/OU=Logs", "", "OU=Logs, O=Example")]
    [InlineData("/CN=URI=spiffe:example", "", "CN=URI=spiffe:example", "CN=URI=SPIFFE:EXAMPLE")]
    [InlineData("/CN=Zentrale München", "", "Zentrale München", "CN=ZENTRALE MÜNCHEN")]
    public async Task Of_NamesOfACertificate_FindsThoseThatAreKnown(string subject, string extensions, string record, params string[] all)
    {
        var root = await OpenSslAuthority.RootAsync(_folder, "Root");
        var utf8 = new[] { "-utf8" }; // openssl reads its arguments as Latin-1 otherwise
        using var certificate = OpenSslAuthority.Load((await root.IssueAsync(subject, extensions, requestOptions: utf8)).Certificate);

        var names = CertificateNames.Of(certificate);

        names.Problem.ShouldBeNull();
        names.ForRecords.ShouldBe(record);
        names.All.ShouldBe(all);
    }

    [Theory]
    [InlineData("/CN=gateway/CN=admin", "has a subject with several common names")]
    [InlineData("/CN=gateway/O=Example/CN=gateway", "has a subject with several common names")]
    [InlineData("/CN=gateway+CN=admin", "has a subject with several common names")]
    [InlineData("/", "has no common name, DNS name or URI")]
    public async Task Of_SubjectThatIsNotClear_SaysWhy(string subject, string problem)
    {
        var root = await OpenSslAuthority.RootAsync(_folder, "Root");
        var extensions = subject == "/" ? "subjectAltName=critical,email:a@b.c" : "subjectAltName=URI:spiffe://example.org/gateway";
        using var certificate = OpenSslAuthority.Load((await root.IssueAsync(subject, extensions)).Certificate);

        var names = CertificateNames.Of(certificate);

        (names.Problem, names.All.Count).ShouldBe((problem, 0));
    }

    [Fact]
    public async Task Of_AHundredAlternativeNames_FindsAll()
    {
        var root = await OpenSslAuthority.RootAsync(_folder, "Root");
        var extensions = $"subjectAltName={string.Join(',', Enumerable.Range(0, 100).Select(i => $"DNS:host-{i}.example.org"))}";
        using var certificate = OpenSslAuthority.Load((await root.IssueAsync("/CN=many", extensions)).Certificate);

        var names = CertificateNames.Of(certificate);

        names.All.Count.ShouldBe(101);
        names.All.ShouldContain("DNS=HOST-99.EXAMPLE.ORG");
        names.ForRecords.ShouldBe("many");
    }

    [Fact]
    public void Of_MalformedAlternativeNames_SaysSo()
    {
        using var key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        var request = new CertificateRequest("CN=gateway", key, HashAlgorithmName.SHA256);
        request.CertificateExtensions.Add(new X509Extension("2.5.29.17", [0x30, 0x05, 0x82, 0x7F], critical: false));
        using var certificate = request.CreateSelfSigned(DateTimeOffset.UnixEpoch, DateTimeOffset.UnixEpoch.AddYears(1));

        CertificateNames.Of(certificate).Problem.ShouldBe("has malformed names");
    }

    [Theory]
    [InlineData(UniversalTagNumber.BMPString)]
    [InlineData(UniversalTagNumber.T61String)]
    [InlineData(UniversalTagNumber.PrintableString)]
    [InlineData(UniversalTagNumber.IA5String)]
    public void Of_CommonNameInAnOldEncoding_IsRead(UniversalTagNumber encoding)
    {
        var writer = new AsnWriter(AsnEncodingRules.DER);
        using (writer.PushSequence())
        using (writer.PushSetOf())
        using (writer.PushSequence())
        {
            writer.WriteObjectIdentifier("2.5.4.3");
            writer.WriteCharacterString(encoding, "gateway");
        }

        using var key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        var request = new CertificateRequest(new X500DistinguishedName(writer.Encode()), key, HashAlgorithmName.SHA256);
        using var certificate = request.CreateSelfSigned(DateTimeOffset.UnixEpoch, DateTimeOffset.UnixEpoch.AddYears(1));

        CertificateNames.Of(certificate).All.ShouldBe(["CN=GATEWAY"]);
    }

    [Theory]
    [InlineData("gateway", "CN=GATEWAY")]
    [InlineData("cn=Gateway", "CN=GATEWAY")]
    [InlineData("dns:gw.example.org", "DNS=GW.EXAMPLE.ORG")]
    [InlineData("uri=spiffe://example.org/Gateway", "URI=spiffe://example.org/Gateway")]
    [InlineData("URI:spiffe://example.org/Gateway", "URI=spiffe://example.org/Gateway")]
    public void Normal_NameOfASetting_IsOneForm(string name, string normal) => CertificateNames.Normal(name).ShouldBe(normal);

    [Theory]
    [InlineData("URI", true)]
    [InlineData("dns", true)]
    [InlineData("CN", true)]
    [InlineData("URI=a", false)]
    [InlineData("gateway", false)]
    public void IsKind_Text_IsOneOfThree(string text, bool isKind) => CertificateNames.IsKind(text).ShouldBe(isKind);
}
