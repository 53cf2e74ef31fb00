namespace Journal.Features.Sealed;

/// <summary>Datagrams under senders' keys, on the port of all datagrams.</summary>
internal static class SealedFeature
{
    /// <summary>
    /// Before the listener and the writer's end, which stop first: then the last datagrams are durable, and their marks can be saved.
    /// </summary>
    public static void AddSealed(this IServiceCollection services)
    {
        services.AddSingleton<SealedIntake>();
        services.AddHostedService<SenderMarks>();
    }
}
