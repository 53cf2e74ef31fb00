namespace Grpc.Tests;

/// <summary>Every await in a test has one: a hang is a failed test, not a stuck build.</summary>
internal static class TestDeadline
{
    // Far beyond what any step takes, since the machine is shared; no test asserts a time with it.
    private static readonly TimeSpan Limit = TimeSpan.FromMinutes(1);

    /// <summary>A deadline for a call.</summary>
    public static DateTime After(TimeSpan time) => TimeProvider.System.GetUtcNow().UtcDateTime + time;

    /// <summary>Cancelled a minute from now, or when the test run is.</summary>
    public static CancellationToken Token
    {
        get
        {
            var source = CancellationTokenSource.CreateLinkedTokenSource(TestContext.Current.CancellationToken);
            source.CancelAfter(Limit);
            return source.Token;
        }
    }
}
