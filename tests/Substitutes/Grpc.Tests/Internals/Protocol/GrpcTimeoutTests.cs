using FsCheck;
using FsCheck.Fluent;
using Grpc.Protocol;

namespace Grpc.Tests.Internals.Protocol;

public sealed class GrpcTimeoutTests
{
    private const long Longest = 99_999_999 * TimeSpan.TicksPerHour;

    [Theory]
    [InlineData("1H", 3600)]
    [InlineData("2M", 120)]
    [InlineData("3S", 3)]
    [InlineData("4000m", 4)]
    [InlineData("5000000u", 5)]
    [InlineData("99999999S", 99_999_999)]
    [InlineData("0n", 0)]
    public void TryParse_Valid_IsRead(string text, long seconds)
    {
        GrpcTimeout.TryParse(text, out var timeout).ShouldBeTrue();
        timeout.ShouldBe(TimeSpan.FromSeconds(seconds));
    }

    [Theory]
    [InlineData("")]
    [InlineData("S")]
    [InlineData("1")]
    [InlineData("1x")]
    [InlineData("1 S")]
    [InlineData("+1S")]
    [InlineData("-1S")]
    [InlineData("1.5S")]
    [InlineData("123456789S")]
    public void TryParse_Invalid_IsRefused(string text) => GrpcTimeout.TryParse(text, out _).ShouldBeFalse();

    [Theory]
    [InlineData(0, "0u")]
    [InlineData(1, "1u")]
    [InlineData(10, "1u")]
    [InlineData(999_999_990, "99999999u")]
    [InlineData(999_999_991, "100000m")]
    public void Format_Ticks_IsRoundedUpInTheFinestUnit(long ticks, string expected) =>
        GrpcTimeout.Format(TimeSpan.FromTicks(ticks)).ShouldBe(expected);

    [Fact]
    public void Format_AnyTimeout_IsReadBackNotEarlierAndHardlyLater() => Prop.ForAll(
        ArbMap.Default.ArbFor<long>().MapFilter(ticks => (ticks & long.MaxValue) % Longest, ticks => ticks < Longest),
        ticks =>
        {
            var timeout = TimeSpan.FromTicks(ticks);
            var text = GrpcTimeout.Format(timeout);
            GrpcTimeout.TryParse(text, out var read).ShouldBeTrue();
            read.ShouldBeGreaterThanOrEqualTo(timeout);
            (read - timeout).Ticks.ShouldBeLessThanOrEqualTo(Math.Max(TimeSpan.TicksPerMicrosecond, ticks / 1_000));
        }).QuickCheckThrowOnFailure();
}
