using Hosting.Uploads;

namespace Hosting.Tests.Uploads;

public sealed class ContentDigestTests
{
    // SHA-256 of "abc" (FIPS 180-4, appendix).
    private const string Hex = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
    private const string Base64 = "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=";

    [Theory]
    [InlineData($"sha-256=:{Base64}:", Hex)]
    [InlineData($"sha-512=:AAAA:, sha-256=:{Base64}:", Hex)]
    [InlineData($"sha-256=:{Base64}:;note=1", Hex)]
    [InlineData($"sha-256=:{Base64}: ; note=\"a, sha-256=:AAAA:\"", Hex)]
    [InlineData($"sha-512=:AAAA:;note=\"\\\", sha-256=:AAAA:\", sha-256=:{Base64}:", Hex)]
    [InlineData("sha-512=:AAAA:", null)]
    [InlineData("", null)]
    public void TryParse_ValidHeader_GivesTheSha256(string header, string? expected)
    {
        ContentDigest.TryParse(header, out var sha256).ShouldBeTrue();

        sha256.ShouldBe(expected);
    }

    [Theory]
    [InlineData($"sha-256={Base64}")]
    [InlineData("sha-256=::")]
    [InlineData("sha-256=:YWJj:")]
    [InlineData("sha-256=:not base64:")]
    [InlineData($"sha-256=:{Base64}AAAA:")]
    public void TryParse_BrokenMember_IsFalse(string header) => ContentDigest.TryParse(header, out _).ShouldBeFalse();
}
