namespace Journal.Features.Fluent;

/// <summary>The forward protocol of Fluentd and Fluent Bit.</summary>
internal static class ForwardFeature
{
    public const string PortKey = "ForwardPort";

    public static void AddForward(this IServiceCollection services) => services.AddHostedService<ForwardHeartbeats>();
}
