using Elasticsearch.Client.Transport;
using Hosting;
using Hosting.Listeners;
using Hosting.Settings;
using Sigma.Streams.Elasticsearch;
using Sigma.Streams.Flow;
using Sigma.Streams.Kafka;
using Sigma.Streams.Running;
using Sigma.Streams.Serving;
using Sigma.Streams.Settings;
using Sigma.Streams.Sinks;
using Sigma.Streams.Sources;

namespace Sigma.Streams;

/// <summary><c>sigma run</c> at a glance: one line per feature. Tests start the same app.</summary>
internal static class SigmaApp
{
    public static HostDescription Host { get; } = new("sigma", "Sigma", "Sigma rules over events.", typeof(SigmaApp).Assembly);

    public static void AddSigmaSettings(this IServiceCollection services) => services
        .AddHostSettings(Host)
        .AddListeners(Listener.Http1("HttpPort", 5280), Listener.Tls("TlsPort", 5283))
        .AddHostOptions<SigmaOptions>()
        .AddHostOptions<SigmaLimits>(SigmaLimits.Section)
        .AddHostOptions<KafkaOptions>(KafkaOptions.Section)
        .AddHostOptions<FileSettings>(FileSettings.Section)
        .AddHostOptions<WebhookSettings>(WebhookSettings.Section)
        .AddHostOptions<ClusterOptions>(ClusterOptions.Section)
        .AddHostOptions<AlertIndexOptions>(ClusterOptions.Section);

    public static void AddSigma(this WebApplicationBuilder builder)
    {
        builder.AddHost();
        builder.Services.AddSources();
        builder.Services.AddSinks();
        builder.Services.AddSink<ElasticsearchSink>(ElasticsearchSink.Name);
        builder.Services.AddKafka();
        builder.Services.AddStreams();
        builder.Services.AddWeb();
    }

    public static void UseSigma(this WebApplication app)
    {
        app.UseHost();
        app.UseStreams();

        app.MapHost();
        app.MapWeb();
    }
}
