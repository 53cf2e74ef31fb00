namespace Journal.Features.Sealed;

/// <summary>Datagrams under senders' keys, on the port of all datagrams.</summary>
internal static class SealedFeature
{
    /// <summary>Before the listener, which is stopped first: what it takes last is kept.</summary>
    public static void AddSealed(this IServiceCollection services)
    {
        services.AddSingleton<SealedIntake>();
        services.AddHostedService<SenderMarks>();
    }
}
