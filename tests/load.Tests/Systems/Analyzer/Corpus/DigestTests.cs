using System.Security.Cryptography;
using System.Text;
using Load.Systems.Analyzer.Corpus;

namespace Load.Tests.Systems.Analyzer.Corpus;

public sealed class DigestTests
{
    private const string Hex = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

    [Fact]
    public void ToString_EmptyFile_IsItsWellKnownHash() => new Digest(SHA256.HashData([])).ToString().ShouldBe(Hex);

    [Fact]
    public void TryParse_HexOfEitherCase_GivesTheSameDigest()
    {
        Digest.TryParse(Hex, out var lower).ShouldBeTrue();
        Digest.TryParse(Encoding.ASCII.GetBytes(Hex.ToUpperInvariant()), out var upper).ShouldBeTrue();

        upper.ShouldBe(lower);
        lower.ToString().ShouldBe(Hex);
    }

    [Theory]
    [InlineData("")]
    [InlineData("e3b0")]
    [InlineData("g3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")]
    public void TryParse_AnythingElse_Refuses(string text)
    {
        Digest.TryParse(text, out _).ShouldBeFalse();
        Digest.TryParse(Encoding.ASCII.GetBytes(text), out _).ShouldBeFalse();
    }
}
