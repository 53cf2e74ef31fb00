using Hosting.Lifetime;

namespace Hosting.Tests.Lifetime;

public sealed class WatchdogPingsTests
{
    [Theory]
    [InlineData("30000000", null, 15.0)]
    [InlineData("30000000", "7", 15.0)]
    [InlineData("1000", "", 0.001)]
    [InlineData("1", null, 0.001)]
    public void Period_AskedForByTheUnit_IsHalfOfIt(string limit, string? process, double seconds) =>
        WatchdogPings.Period(Environment(limit, process), 7).ShouldBe(TimeSpan.FromSeconds(seconds));

    [Theory]
    [InlineData(null, null)]
    [InlineData("", null)]
    [InlineData("0", null)]
    [InlineData("-5", null)]
    [InlineData("soon", null)]
    [InlineData("99999999999999999999", null)]
    [InlineData("30000000", "8")]
    public void Period_NotAskedForOrForAnother_IsNone(string? limit, string? process) =>
        WatchdogPings.Period(Environment(limit, process), 7).ShouldBeNull();

    [Fact]
    public void Period_OfAges_IsOneThatATimerTakes() =>
        WatchdogPings.Period(Environment("9223372036854775807", null), 7).ShouldBe(TimeSpan.FromDays(1));

    private static Func<string, string?> Environment(string? limit, string? process) =>
        name => name switch { "WATCHDOG_USEC" => limit, "WATCHDOG_PID" => process, _ => null };
}
