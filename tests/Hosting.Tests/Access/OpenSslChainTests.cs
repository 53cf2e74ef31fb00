using Hosting.Tests.Hello;

namespace Hosting.Tests.Access;

/// <summary>Certificates of clients that openssl has made, shown by openssl: chains of every usual kind, and of unusual ones.</summary>
public sealed class OpenSslChainTests(OpenSslChains chains) : IClassFixture<OpenSslChains>
{
    private const string Welcome = "Hello world";

    [Theory]
    [InlineData("direct", Welcome)]
    [InlineData("rsa", Welcome)]
    [InlineData("rsa-pss", Welcome)]
    [InlineData("p384", Welcome)]
    [InlineData("ed25519", Welcome)]
    [InlineData("version-1", Welcome)]
    [InlineData("no-use", Welcome)]
    [InlineData("two-uses", Welcome)]
    [InlineData("uri", Welcome)]
    [InlineData("dns", Welcome)]
    [InlineData("100-names", Welcome)]
    [InlineData("intermediate", Welcome)]
    [InlineData("intermediate-unsent", "not signed by an authority")]
    [InlineData("two-intermediates", Welcome)]
    [InlineData("expired", "but not now")]
    [InlineData("not-yet-valid", "but not now")]
    [InlineData("expired-intermediate", "but not now")]
    [InlineData("server-use", "NotValidForUsage")]
    [InlineData("intermediate-server-use", "NotValidForUsage")]
    [InlineData("revoked", "CN=Root has revoked CN=known")]
    [InlineData("revoked-intermediate", "CN=Root has revoked CN=Lost")]
    [InlineData("no-list", "there is no revocation list of CN=Listless")]
    [InlineData("expired-list", "the revocation list of CN=Late expired")]
    [InlineData("other-list", "no revocation list of CN=Twin is signed with its key")]
    [InlineData("two-common-names", "several common names")]
    [InlineData("unknown-name", "has no scopes")]
    [InlineData("stranger", "not signed by an authority")]
    [InlineData("impostor", "not signed by an authority")]
    [InlineData("signed-by-a-client", "not signed by an authority")]
    [InlineData("too-long", "not signed by an authority")]
    public async Task Get_CertificateOfAClient_IsAnsweredOrRefusedWithTheReason(string name, string answer) =>
        (await OpenSslClient.GetAsync(chains.Host.Tls!, chains.Options(name))).ShouldContain(answer);

    /// <summary>A client that resumes its session sends its intermediate authorities no more.</summary>
    [Theory]
    [InlineData("-tls1_2")]
    [InlineData("-tls1_3")]
    public async Task Get_ResumedSession_IsAnsweredAgain(string version)
    {
        using var folder = new TempDirectory();
        var session = folder.Combine("session");
        var first = await OpenSslClient.GetAsync(
            chains.Host.Tls!, [.. chains.Options("two-intermediates"), version, "-sess_out", session]);
        first.ShouldContain(Welcome);

        var second = await OpenSslClient.GetAsync(
            chains.Host.Tls!, [.. chains.Options("two-intermediates"), version, "-sess_in", session]);

        second.ShouldContain("Reused, ");
        second.ShouldContain(Welcome);
    }

    [Fact]
    public void Start_AuthoritiesWithoutValidLists_AreToldOnceEach()
    {
        foreach (var told in new[] { "of CN=Listless.", "list of CN=Late expired", "list of CN=Twin is signed" })
        {
            chains.Host.Log.Records.Count(record => record.Message.Contains(told, StringComparison.Ordinal)).ShouldBe(1, told);
        }
    }
}
