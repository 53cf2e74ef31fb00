namespace Checksums.Tests;

public sealed class Crc32CTests
{
    /// <summary>The usual check value, then RFC 3720, appendix B.4, where the checksums stand as bytes, the lowest first.</summary>
    public static TheoryData<string, uint> Published => new()
    {
        { Convert.ToHexString("123456789"u8), 0xE3069283 },
        { Hex(Enumerable.Repeat(0x00, 32)), 0x8A9136AA },
        { Hex(Enumerable.Repeat(0xFF, 32)), 0x62A8AB43 },
        { Hex(Enumerable.Range(0, 32)), 0x46DD794E },
        { Hex(Enumerable.Range(0, 32).Reverse()), 0x113FDB5C },
        { "01C000000000000000000000000000001400000000000400000000140000001828000000000000000200000000000000", 0xD9963A56 },
    };

    [Theory]
    [MemberData(nameof(Published))]
    public void Of_APublishedVector_IsItsChecksum(string bytes, uint checksum) =>
        Crc32C.Of(Convert.FromHexString(bytes)).ShouldBe(checksum);

    [Fact]
    public void Of_EveryLength_IsWhatTheDefinitionGives()
    {
        var bytes = RandomBytes(70);

        for (var length = 0; length <= bytes.Length; length++)
        {
            Crc32C.Of(bytes.AsSpan(0, length)).ShouldBe(Defined(bytes.AsSpan(0, length)), $"{length} bytes");
        }
    }

    [Fact]
    public void Append_EverySplit_GivesTheChecksumOfTheWhole()
    {
        var bytes = RandomBytes(70);
        var whole = Crc32C.Of(bytes);

        for (var first = 0; first <= bytes.Length; first++)
        {
            for (var second = first; second <= bytes.Length; second++)
            {
                var checksum = Crc32C.Append(Crc32C.Of(bytes.AsSpan(0, first)), bytes.AsSpan(first, second - first));
                Crc32C.Append(checksum, bytes.AsSpan(second)).ShouldBe(whole, $"split at {first} and {second}");
            }
        }
    }

    /// <summary>Division by the reflected polynomial, a bit at a time.</summary>
    private static uint Defined(ReadOnlySpan<byte> bytes)
    {
        var crc = uint.MaxValue;
        foreach (var one in bytes)
        {
            crc ^= one;
            for (var bit = 0; bit < 8; bit++)
            {
                crc = (crc >> 1) ^ ((crc & 1) == 0 ? 0 : 0x82F63B78);
            }
        }

        return ~crc;
    }

    private static string Hex(IEnumerable<int> bytes) => Convert.ToHexString([.. bytes.Select(one => (byte)one)]);

    private static byte[] RandomBytes(int count)
    {
        var bytes = new byte[count];
        new Random(3720).NextBytes(bytes);
        return bytes;
    }
}
