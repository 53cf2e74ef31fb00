namespace Journal.Features.Ingest;

/// <summary>The services that all listeners share.</summary>
internal static class IngestFeature
{
    public static void AddIngest(this IServiceCollection services) => services.AddSingleton<Ingester>().AddSingleton<KnownSenders>();
}
