using System.Security.Cryptography.X509Certificates;
using System.Text;

namespace Trust.Tests;

/// <summary>Revocation lists that openssl has made.</summary>
public sealed class RevocationListTests : IDisposable
{
    private readonly TempDirectory _folder = new("lists");

    private string ListFile => _folder.Combine("list.pem");

    private static DateTimeOffset Now => TimeProvider.System.GetUtcNow();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData("EC", "ec_paramgen_curve:P-256", "sha256", null)]
    [InlineData("EC", "ec_paramgen_curve:P-384", "sha384", null)]
    [InlineData("EC", "ec_paramgen_curve:P-521", "sha512", null)]
    [InlineData("RSA", "rsa_keygen_bits:2048", "sha256", null)]
    [InlineData("RSA", "rsa_keygen_bits:2048", "sha384", null)]
    [InlineData("RSA", "rsa_keygen_bits:2048", "sha512", null)]
    [InlineData("RSA", "rsa_keygen_bits:2048", "sha256", "rsa_padding_mode:pss,rsa_pss_saltlen:digest")]
    [InlineData("RSA", "rsa_keygen_bits:2048", "sha512", "rsa_padding_mode:pss,rsa_pss_saltlen:digest")]
    public async Task Check_ListOfAnyUsualSignature_TellsRevokedFromOthers(string algorithm, string option, string digest, string? signing)
    {
        var root = await OpenSslAuthority.RootAsync(_folder, "Root", key: ["-algorithm", algorithm, "-pkeyopt", option]);
        var (good, bad) = (await root.IssueAsync("/CN=good"), await root.IssueAsync("/CN=bad"));
        await root.RevokeAsync(bad.Certificate);
        var signatureOptions = (signing ?? "").Split(',', StringSplitOptions.RemoveEmptyEntries)
            .SelectMany(option => new[] { "-sigopt", option });
        await root.ListAsync(ListFile, options: ["-md", digest, .. signatureOptions]);

        (await CheckAsync(root, good.Certificate)).State.ShouldBe(RevocationState.Good);
        var verdict = await CheckAsync(root, bad.Certificate);
        verdict.State.ShouldBe(RevocationState.Revoked);
        verdict.Reason.ShouldBe("CN=Root has revoked CN=bad");
    }

    [Theory]
    [InlineData("certificateHold")]
    [InlineData("unspecified")]
    [InlineData("cessationOfOperation")]
    public async Task Check_AnyReason_IsRevoked(string reason)
    {
        var root = await OpenSslAuthority.RootAsync(_folder, "Root");
        var bad = await root.IssueAsync("/CN=bad");
        await root.RevokeAsync(bad.Certificate, reason);
        await root.ListAsync(ListFile);

        (await CheckAsync(root, bad.Certificate)).State.ShouldBe(RevocationState.Revoked);
    }

    [Fact]
    public async Task Check_DerForm_IsReadToo()
    {
        var root = await OpenSslAuthority.RootAsync(_folder, "Root");
        var bad = await root.IssueAsync("/CN=bad");
        await root.RevokeAsync(bad.Certificate);
        await root.ListAsync(ListFile);
        await OpenSslAuthority.RunAsync(["crl", "-in", ListFile, "-outform", "DER", "-out", _folder.Combine("list.der")]);

        Check(root, bad.Certificate, _folder.Combine("list.der")).State.ShouldBe(RevocationState.Revoked);
    }

    [Fact]
    public async Task Check_ExpiredList_IsUnknownAndSaysWhen()
    {
        var root = await OpenSslAuthority.RootAsync(_folder, "Root");
        var good = await root.IssueAsync("/CN=good");
        await root.ListAsync(ListFile, fromDays: -9, toDays: -2);

        var verdict = await CheckAsync(root, good.Certificate);

        verdict.State.ShouldBe(RevocationState.Unknown);
        verdict.Reason.ShouldBe($"the revocation list of CN=Root expired at {NextUpdate():u}");
        new RevocationLists(RevocationList.Read(File.ReadAllBytes(ListFile)))
            .Lack(OpenSslAuthority.Load(root.CertificateFile), Now).ShouldBe(verdict.Reason);

        DateTimeOffset? NextUpdate() => RevocationList.Read(File.ReadAllBytes(ListFile))[0].NextUpdate;
    }

    [Fact]
    public async Task Check_ExpiredListBesideANewer_AsksTheNewer()
    {
        var root = await OpenSslAuthority.RootAsync(_folder, "Root");
        var bad = await root.IssueAsync("/CN=bad");
        await root.ListAsync(_folder.Combine("old.pem"), fromDays: -9, toDays: -2);
        await root.RevokeAsync(bad.Certificate);
        await root.ListAsync(ListFile);

        Check(root, bad.Certificate, _folder.Combine("old.pem"), ListFile).State.ShouldBe(RevocationState.Revoked);
    }

    [Fact]
    public async Task Check_ListOfAnotherAuthority_IsUnknown()
    {
        var root = await OpenSslAuthority.RootAsync(_folder, "Root");
        var other = await OpenSslAuthority.RootAsync(_folder, "Other");
        var good = await root.IssueAsync("/CN=good");
        await other.ListAsync(ListFile);

        var verdict = await CheckAsync(root, good.Certificate);

        (verdict.State, verdict.Reason).ShouldBe((RevocationState.Unknown, "there is no revocation list of CN=Root"));
    }

    [Fact]
    public async Task Check_ListOfTheSameNameAndAnotherKey_IsUnknown()
    {
        var root = await OpenSslAuthority.RootAsync(_folder, "Root");
        var impostor = await OpenSslAuthority.RootAsync(_folder, "Impostor", "/CN=Root");
        var good = await root.IssueAsync("/CN=good");
        await impostor.ListAsync(ListFile);

        var verdict = await CheckAsync(root, good.Certificate);

        (verdict.State, verdict.Reason).ShouldBe((RevocationState.Unknown, "no revocation list of CN=Root is signed with its key"));
    }

    /// <summary>Each authority of the chain needs a list.</summary>
    [Fact]
    public async Task Check_ChainOfThree_AsksBothAuthorities()
    {
        var root = await OpenSslAuthority.RootAsync(_folder, "Root");
        var between = await root.SubordinateAsync("Between");
        var good = await between.IssueAsync("/CN=good");
        var (rootList, list) = (_folder.Combine("root.pem"), ListFile);
        await root.ListAsync(rootList);
        await between.ListAsync(list);

        Check(root, good.Certificate, [between], rootList, list).State.ShouldBe(RevocationState.Good);
        Check(root, good.Certificate, [between], list).Reason.ShouldBe("there is no revocation list of CN=Root");
        Check(root, good.Certificate, [between], rootList).Reason.ShouldBe("there is no revocation list of CN=Between");
        await root.RevokeAsync(between.CertificateFile);
        await root.ListAsync(rootList);
        Check(root, good.Certificate, [between], rootList, list).Reason.ShouldBe("CN=Root has revoked CN=Between");
    }

    /// <summary>An authority may split its list by the place where a part lies, or by the kind of certificates.</summary>
    [Theory]
    [InlineData("issuingDistributionPoint=critical,@part\n[part]\nonlyuser=TRUE", RevocationState.Revoked)]
    [InlineData("issuingDistributionPoint=critical,@part\n[part]\nonlyCA=TRUE", RevocationState.Unknown)]
    [InlineData("issuingDistributionPoint=critical,@part\n[part]\nfullname=URI:http://lists.example/1.crl", RevocationState.Revoked)]
    [InlineData("issuingDistributionPoint=critical,@part\n[part]\nfullname=URI:http://lists.example/2.crl", RevocationState.Unknown)]
    [InlineData("freshestCRL=URI:http://lists.example/delta.crl", RevocationState.Revoked)]
    public async Task Check_PartOfAList_CountsForWhatItCovers(string extensions, RevocationState expected)
    {
        var root = await OpenSslAuthority.RootAsync(_folder, "Root");
        var bad = await root.IssueAsync(
            "/CN=bad", $"{OpenSslAuthority.ClientExtensions}crlDistributionPoints=URI:http://lists.example/1.crl\n");
        await root.RevokeAsync(bad.Certificate);
        await root.ListAsync(ListFile, extensions: extensions);

        (await CheckAsync(root, bad.Certificate)).State.ShouldBe(expected);
    }

    [Theory]
    [InlineData("deltaCRL=critical,ASN1:INTEGER:1", "is a delta list")]
    [InlineData("2.5.29.27=critical,ASN1:INTEGER:1", "is a delta list")]
    [InlineData("issuingDistributionPoint=critical,@part\n[part]\nindirectCRL=TRUE", "certificates of other authorities")]
    [InlineData("issuingDistributionPoint=critical,@part\n[part]\nonlysomereasons=keyCompromise", "some reasons only")]
    [InlineData("1.2.3.4=critical,ASN1:NULL", "a critical extension that is not known here (1.2.3.4)")]
    public async Task Read_ListThatIsNotComplete_IsRefusedWithTheReason(string extensions, string reason)
    {
        var root = await OpenSslAuthority.RootAsync(_folder, "Root");
        await root.ListAsync(ListFile, extensions: extensions);

        Should.Throw<InvalidDataException>(() => RevocationList.Read(File.ReadAllBytes(ListFile))).Message.ShouldContain(reason);
    }

    [Theory]
    [InlineData("sha1", "RSA", "rsa_keygen_bits:2048", "cannot be checked")]
    [InlineData("null", "ED25519", null, "cannot be checked")]
    public async Task Read_SignatureThatCannotBeChecked_IsRefused(string digest, string algorithm, string? option, string reason)
    {
        var root = await OpenSslAuthority.RootAsync(
            _folder, "Root", key: ["-algorithm", algorithm, .. option is null ? Array.Empty<string>() : ["-pkeyopt", option]]);
        await root.ListAsync(ListFile, options: ["-md", digest]);

        Should.Throw<InvalidDataException>(() => RevocationList.Read(File.ReadAllBytes(ListFile))).Message.ShouldContain(reason);
    }

    [Fact]
    public async Task Read_SeveralInOneFile_ReadsAll()
    {
        var (one, other) = (await OpenSslAuthority.RootAsync(_folder, "One"), await OpenSslAuthority.RootAsync(_folder, "Other"));
        await one.ListAsync(_folder.Combine("1.pem"));
        await other.ListAsync(_folder.Combine("2.pem"));
        var text = $"# lists\n{File.ReadAllText(_folder.Combine("1.pem"))}\r\n{one.Pem}\n{File.ReadAllText(_folder.Combine("2.pem"))}";

        RevocationList.Read(Encoding.UTF8.GetBytes(text)).Select(list => list.Issuer.Name).ShouldBe(["CN=One", "CN=Other"]);
    }

    /// <summary>A cut or changed byte is refused when read, or is no signature of the authority; it never opens a door.</summary>
    [Fact]
    public async Task Read_DamagedList_NeverLetsARevokedOneIn()
    {
        var root = await OpenSslAuthority.RootAsync(_folder, "Root");
        var bad = await root.IssueAsync("/CN=bad");
        await root.RevokeAsync(bad.Certificate);
        await root.ListAsync(ListFile);
        await OpenSslAuthority.RunAsync(["crl", "-in", ListFile, "-outform", "DER", "-out", _folder.Combine("list.der")]);
        var whole = await File.ReadAllBytesAsync(_folder.Combine("list.der"), TestContext.Current.CancellationToken);
        var chain = Chain(root, bad.Certificate, []);
        for (var i = 0; i < whole.Length; i++)
        {
            byte[] changed = [.. whole];
            changed[i] ^= 0x41;
            foreach (var damaged in new[] { whole[..i], changed })
            {
                try
                {
                    var lists = new RevocationLists(RevocationList.Read(damaged));
                    lists.Check(chain, Now).State.ShouldNotBe(RevocationState.Good, $"byte {i}");
                }
                catch (InvalidDataException)
                {
                    // It is refused.
                }
            }
        }
    }

    [Theory]
    [InlineData("")]
    [InlineData("nothing")]
    [InlineData("-----BEGIN X509 CRL-----\nwhoops\n-----END X509 CRL-----\n")]
    [InlineData("-----BEGIN X509 CRL-----\nMIIB\n-----END X509 CRL-----\n")]
    [InlineData("-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n")]
    [InlineData("0\0")]
    [InlineData("00")]
    public void Read_NoList_IsRefused(string content) =>
        Should.Throw<InvalidDataException>(() => RevocationList.Read(Encoding.Latin1.GetBytes(content)))
            .Message.ShouldContain("holds no revocation list");

    private Task<RevocationVerdict> CheckAsync(OpenSslAuthority root, string certificate) =>
        Task.FromResult(Check(root, certificate, ListFile));

    private static RevocationVerdict Check(OpenSslAuthority root, string certificate, params string[] lists) =>
        Check(root, certificate, [], lists);

    private static RevocationVerdict Check(
        OpenSslAuthority root, string certificate, IReadOnlyList<OpenSslAuthority> between, params string[] lists) =>
        new RevocationLists(lists.SelectMany(list => RevocationList.Read(File.ReadAllBytes(list))))
            .Check(Chain(root, certificate, between), Now);

    private static VerifiedChain Chain(OpenSslAuthority root, string certificate, IReadOnlyList<OpenSslAuthority> between)
    {
        using var chain = new X509Chain
        {
            ChainPolicy = ChainPolicies.Of(
                Authorities.FromPem(root.Pem), CertificateUse.Client, Now,
                [.. between.Select(authority => OpenSslAuthority.Load(authority.CertificateFile))]),
        };
        using var leaf = OpenSslAuthority.Load(certificate);
        chain.Build(leaf).ShouldBeTrue();
        return VerifiedChain.Of(chain, issuer => X509CertificateLoader.LoadCertificate(issuer.RawData));
    }
}
