using Hosting.Errors;

namespace Hosting.Tests.Errors;

public sealed class ByteSizeTests
{
    [Theory]
    [InlineData(0, "0 bytes")]
    [InlineData(1, "1 byte")]
    [InlineData(999, "999 bytes")]
    [InlineData(1000, "1 kB (1000 bytes)")]
    [InlineData(1024, "1 KiB (1024 bytes)")]
    [InlineData(1025, "1.03 kB (1025 bytes)")]
    [InlineData(300_000, "300 kB (300000 bytes)")]
    [InlineData(524_288_000, "500 MiB (524288000 bytes)")]
    [InlineData(999_600, "1 MB (999600 bytes)")]
    [InlineData(1L << 30, "1 GiB (1073741824 bytes)")]
    [InlineData((1L << 30) + 1, "1.07 GB (1073741825 bytes)")]
    [InlineData(10_000_000_000, "10 GB (10000000000 bytes)")]
    [InlineData(long.MaxValue, "9.22 EB (9223372036854775807 bytes)")]
    public void InWords_Bytes_AreAShortSizeAndTheExactNumber(long bytes, string words) => ByteSize.InWords(bytes).ShouldBe(words);
}
