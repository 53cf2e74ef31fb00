using Sigma.Streams.Flow;
using Sigma.Streams.Sources.Files;

namespace Sigma.Streams.Sources;

internal static class SourcesFeature
{
    public static void AddSources(this IServiceCollection services)
    {
        services.AddSource<FileSource>(FileSource.Name);
        services.AddSource<StdinSource>(StdinSource.Name);

        // The endpoint needs it for the intake.
        services.AddSingleton<HttpSource>();
        services.AddSingleton(new SourceName(HttpSource.Name));
        services.AddKeyedSingleton<ISource>(HttpSource.Name, (provider, _) => provider.GetRequiredService<HttpSource>());
    }
}
