using Microsoft.Extensions.Options;
using Sigma.Streams.Flow;
using Sigma.Streams.Reloading;

namespace Sigma.Streams.Kafka;

internal static class KafkaFeature
{
    /// <summary>After the correlations of this process, which the match log replaces if it is used.</summary>
    public static void AddKafka(this IServiceCollection services)
    {
        services.AddSingleton<IValidateOptions<KafkaOptions>, MatchTopicUse>();
        services.AddSingleton<KafkaGroup>();
        services.AddSingleton<KafkaMatches>();
        services.AddSingleton<KafkaRules>();
        services.AddSingleton<KafkaAvro>();
        services.AddSource<KafkaSource>(KafkaSource.Name, keepsPositions: true);
        services.AddSink<KafkaSink>(KafkaSink.Name);
        services.AddSingleton<GroupViews>();
        services.AddSingleton<IRuleHome>(provider => provider.GetRequiredService<KafkaRules>());
        services.AddHostedService(provider => provider.GetRequiredService<KafkaRules>());
        services.AddHealthChecks().AddCheck<KafkaHealthCheck>("kafka");
    }
}
