using Microsoft.Extensions.DependencyInjection.Extensions;

namespace Gateway.Features.Rest;

internal static class RestFeature
{
    public static void AddRest(this IServiceCollection services)
    {
        services.TryAddSingleton<Answers>();
        services.TryAddSingleton<Asking>();
        services.TryAddSingleton<Uploading>();
    }
}
