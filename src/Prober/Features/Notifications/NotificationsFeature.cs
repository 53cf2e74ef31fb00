namespace Prober.Features.Notifications;

internal static class NotificationsFeature
{
    public static void AddNotifications(this IServiceCollection services)
    {
        services.AddSingleton<NotifierList>();
        services.AddSingleton<OutboxService>();
        services.AddHostedService(provider => provider.GetRequiredService<OutboxService>());
    }
}
