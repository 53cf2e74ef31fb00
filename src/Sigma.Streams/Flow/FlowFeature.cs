namespace Sigma.Streams.Flow;

/// <summary>Registers sources and sinks under the names that settings use.</summary>
internal static class FlowFeature
{
    public static void AddSource<TSource>(this IServiceCollection services, string name, bool keepsPositions = false)
        where TSource : class, ISource =>
        services.AddSingleton(new SourceName(name, keepsPositions)).AddKeyedSingleton<ISource, TSource>(name);

    public static void AddSink<TSink>(this IServiceCollection services, string name)
        where TSink : class, ISink => services.AddSingleton(new SinkName(name)).AddKeyedSingleton<ISink, TSink>(name);
}

/// <summary>A source that settings may name.</summary>
/// <param name="Name">Its name; the source of an event in alerts begins with it.</param>
/// <param name="KeepsPositions">Whether it, or a sink for it, stores its positions elsewhere.</param>
internal sealed record SourceName(string Name, bool KeepsPositions = false);

/// <summary>A sink that settings may name.</summary>
internal sealed record SinkName(string Name);
