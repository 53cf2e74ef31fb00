namespace Sigma.Streams.Flow;

/// <summary>Registers sources and sinks under the names that settings call them by.</summary>
internal static class FlowFeature
{
    public static void AddSource<TSource>(this IServiceCollection services, string name)
        where TSource : class, ISource => services.AddSingleton(new SourceName(name)).AddKeyedSingleton<ISource, TSource>(name);

    public static void AddSink<TSink>(this IServiceCollection services, string name)
        where TSink : class, ISink => services.AddSingleton(new SinkName(name)).AddKeyedSingleton<ISink, TSink>(name);
}

/// <summary>A source that settings may name.</summary>
internal sealed record SourceName(string Name);

/// <summary>A sink that settings may name.</summary>
internal sealed record SinkName(string Name);
