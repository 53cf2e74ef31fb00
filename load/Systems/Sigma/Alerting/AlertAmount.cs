namespace Load.Systems.Sigma.Alerting;

/// <summary>How long a row about alerts goes on.</summary>
/// <param name="Saturating">Records are written as fast as can be, twice: until the code is compiled, and to find the rate.</param>
/// <param name="Measured">At half of that rate.</param>
internal sealed record AlertAmount(TimeSpan Saturating, TimeSpan Measured)
{
    /// <summary>A thousand alerts: ten lie above the p99.</summary>
    public static AlertAmount Full { get; } = new(TimeSpan.FromSeconds(3), TimeSpan.FromSeconds(10));

    /// <summary>Enough to show that it works.</summary>
    public static AlertAmount Brief { get; } = new(TimeSpan.FromSeconds(0.1), TimeSpan.FromSeconds(1));
}
