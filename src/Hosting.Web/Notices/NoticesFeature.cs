using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.DependencyInjection.Extensions;
using Microsoft.Extensions.Logging;

namespace Hosting.Web.Notices;

public static class NoticesFeature
{
    public static void AddNotices(this IServiceCollection services)
    {
        services.TryAddSingleton<NoticeLog>();
        services.AddSingleton<ILoggerProvider>(provider => provider.GetRequiredService<NoticeLog>());
    }
}
