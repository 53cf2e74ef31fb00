using Sigma.Streams.Flow;

namespace Sigma.Streams.Sinks;

internal static class SinksFeature
{
    public static void AddSinks(this IServiceCollection services)
    {
        services.AddSink<ConsoleSink>(ConsoleSink.Name);
        services.AddSink<FileSink>(FileSink.Name);
        services.AddSink<WebhookSink>(WebhookSink.Name);
        services.AddSingleton<DeadLetterFile>();
    }
}
