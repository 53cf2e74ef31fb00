using Hosting.Settings;

namespace Hosting.Tests.Settings;

public sealed class SizesTests
{
    [Theory]
    [InlineData("65536", 65536)]
    [InlineData("64KiB", 65536)]
    [InlineData("1 GiB", 1 << 30)]
    [InlineData("1.5MB", 1_500_000)]
    [InlineData("10kB", 10_000)]
    [InlineData("512Mi", 512 << 20)] // Kubernetes
    [InlineData("1Gi", 1 << 30)]
    [InlineData("1.5GiB", 3L << 29)]
    [InlineData("64KIB", 65536)]
    [InlineData("2TB", 2_000_000_000_000)]
    [InlineData("5b", 5)] // Elasticsearch
    [InlineData("1024 bytes", 1024)]
    [InlineData("1_000_000", 1_000_000)]
    [InlineData(" 4096 ", 4096)]
    [InlineData("7B", 7)]
    [InlineData("1gib", 1 << 30)]
    [InlineData(" 1  Gib ", 1 << 30)]
    [InlineData("0", 0)]
    [InlineData("-1", -1)] // the range of the setting refuses it
    public void Parse_TextOfAPerson_IsThatNumber(string text, long bytes) => Sizes.Parse(text).ShouldBe(bytes);

    [Theory]
    [InlineData("1.0001kB")]
    [InlineData("1G")] // 1000 or 1024
    [InlineData("64k")]
    [InlineData("10m")] // nginx: 10 MiB; Kubernetes: 0.01
    [InlineData("512mb")] // Elasticsearch: 1024
    [InlineData("10KB")] // Prometheus: 1024
    [InlineData("1Gb")] // or bits
    [InlineData("30s")]
    [InlineData("1h30m")]
    [InlineData("1GiB 5MiB")]
    [InlineData("0.5")]
    [InlineData("0x10")]
    [InlineData("1.000.000")]
    [InlineData("10%")]
    [InlineData("unlimited")]
    [InlineData("1e3")]
    [InlineData("1,000")]
    [InlineData("1_00")]
    [InlineData("1__000")]
    [InlineData("-1KiB")]
    [InlineData("much")]
    [InlineData("1KiBs")]
    [InlineData("")]
    public void Parse_OtherText_IsRefused(string text) => Should.Throw<FormatException>(() => Sizes.Parse(text));

    [Fact]
    public void Parse_TooMuch_IsRefused() => Should.Throw<OverflowException>(() => Sizes.Parse("999999999999TiB"));
}
