using Microsoft.Extensions.DependencyInjection.Extensions;

namespace Gateway.Features.Dispatch;

internal static class DispatchFeature
{
    public static void AddDispatch(this IServiceCollection services)
    {
        services.TryAddSingleton<RepeatBudget>();
        services.TryAddSingleton<Dispatcher>();
    }
}
