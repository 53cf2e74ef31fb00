namespace Journal.Features.Anchors;

/// <summary>The stores for checkpoints outside the journal's own folder.</summary>
internal static class AnchorsFeature
{
    public static void AddAnchors(this IServiceCollection services)
    {
        services.AddSingleton<AnchorKeeper>();
        services.AddHostedService(provider => provider.GetRequiredService<AnchorKeeper>());
    }
}
