using System.Security.Cryptography;

namespace Analyzer.Core.Tests;

public sealed class FileIdTests
{
    private const string Empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

    [Fact]
    public void ToString_ADigest_IsLowerCaseHex() => new FileId(SHA256.HashData([])).ToString().ShouldBe(Empty);

    [Theory]
    [InlineData(Empty)]
    [InlineData("E3B0C44298FC1C149AFBF4C8996FB92427AE41E4649B934CA495991B7852B855")]
    public void TryParse_64HexDigitsOfEitherCase_GivesTheId(string hex)
    {
        FileId.TryParse(hex, out var id).ShouldBeTrue();

        id.ShouldBe(new FileId(SHA256.HashData([])));
        id.ToByteArray().ShouldBe(SHA256.HashData([]));
    }

    [Theory]
    [InlineData(null)]
    [InlineData("")]
    [InlineData("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b8")]
    [InlineData("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b85500")]
    [InlineData("g3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")]
    [InlineData(" 3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")]
    [InlineData("\uFF453b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")]
    public void TryParse_AnythingElse_Refuses(string? hex)
    {
        FileId.TryParse(hex, out var id).ShouldBeFalse();

        id.ShouldBe(default);
    }

    [Theory]
    [InlineData(0)]
    [InlineData(31)]
    [InlineData(33)]
    public void Constructor_AnotherLength_Refuses(int length) => Should.Throw<ArgumentException>(() => new FileId(new byte[length]));

    [Fact]
    public void CompareTo_AnyTwo_OrdersAsTheirTextDoes()
    {
        var random = new Random(1);
        var ids = Enumerable.Range(0, 200).Select(_ =>
        {
            // Few values, so that ids share their beginnings.
            var digest = random.GetItems<byte>([0x00, 0x7F, 0x80, 0xFF], FileId.ByteLength);
            Array.Clear(digest, 0, random.Next(FileId.ByteLength));
            return new FileId(digest);
        }).ToList();

        ids.Order().Select(id => id.ToString()).ShouldBe(ids.Select(id => id.ToString()).Order(StringComparer.Ordinal));
        (ids.Min() < ids.Max(), ids.Min() <= ids.Max(), ids.Min() > ids.Max(), ids.Min() >= ids.Max()).ShouldBe((true, true, false, false));
    }
}
