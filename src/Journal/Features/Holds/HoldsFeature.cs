namespace Journal.Features.Holds;

/// <summary>Holds keep records from retention.</summary>
internal static class HoldsFeature
{
    public static void AddHolds(this IServiceCollection services) => services.AddHostedService<HoldKeeper>();
}
