using Journal.Log.Recipients;
using Journal.Log.Segments;

namespace Journal.Log.Tests.Segments;

public sealed class SegmentHeaderTests
{
    private const int CodeBytes = 32;

    /// <summary>Segments of the first version, whose frames are in Brotli, stay readable.</summary>
    [Theory]
    [InlineData("JSG1")]
    [InlineData("JSG2")]
    public void Read_AKnownVersion_IsItsHeader(string version)
    {
        using var keys = new SegmentKeys(new byte[32]);
        var bytes = Header(version, keys);

        var header = SegmentHeader.Read(bytes);

        (header.FirstFrame, header.FirstSequence, header.CreatedAt, header.Origin).ShouldBe((7, 70, 700, "log.example"));
        header.Secrets.ShouldHaveSingleItem().Bytes.Length.ShouldBe(5);
        SegmentHeader.LengthOf(bytes).ShouldBe(bytes.Length);
        SegmentHeader.IsAuthentic(bytes, keys).ShouldBeTrue();
    }

    [Fact]
    public void Read_ALaterVersion_IsRefused()
    {
        using var keys = new SegmentKeys(new byte[32]);

        Should.Throw<InvalidDataException>(() => SegmentHeader.Read(Header("JSG3", keys)))
            .Message.ShouldBe("no segment of a known version begins here");
    }

    private static byte[] Header(string version, SegmentKeys keys)
    {
        var header = new SegmentHeader(
            7, 70, 700, new byte[SegmentHeader.RandomBytes], "log.example", [new(1, new byte[32], new byte[5])]).ToBytes(keys);
        System.Text.Encoding.ASCII.GetBytes(version, header);
        keys.AuthenticateHeader(header.AsSpan(..^CodeBytes)).CopyTo(header.AsSpan(^CodeBytes..));
        return header;
    }
}
