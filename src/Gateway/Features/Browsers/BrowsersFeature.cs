using Gateway.Features.Settings;
using Hosting.Access;
using Microsoft.Extensions.Options;

namespace Gateway.Features.Browsers;

/// <summary>Pages of other sites, and calls in the form that browsers can make: both only if the settings say so.</summary>
internal static class BrowsersFeature
{
    /// <summary>How long a browser need not ask again whether it may call.</summary>
    private static readonly TimeSpan PreflightAge = TimeSpan.FromMinutes(10);

    public static void AddBrowsers(this IServiceCollection services)
    {
        services.AddCors();
        services.AddSingleton(provider =>
            new KnownOrigins(OriginsAttribute.Parse(provider.GetRequiredService<IOptions<GatewayOptions>>().Value.CorsOrigins)));
    }

    /// <summary>Before everything that may refuse a request: a page has to be able to read the refusal.</summary>
    public static void UseOrigins(this WebApplication app)
    {
        var origins = app.Services.GetRequiredService<KnownOrigins>();
        if (origins.IsEmpty)
        {
            return;
        }

        // A page cannot read a header that is not named, and metadata may have any name. No cookies: keys are sent as headers.
        app.UseCors(policy => policy
            .SetIsOriginAllowed(origins.Has)
            .AllowAnyMethod()
            .AllowAnyHeader()
            .WithExposedHeaders("*")
            .SetPreflightMaxAge(PreflightAge));
    }

    /// <summary>After the access checks, around the endpoints: these see calls of gRPC.</summary>
    public static void UseGrpcWebCalls(this WebApplication app)
    {
        if (app.Services.GetRequiredService<IOptions<GatewayOptions>>().Value.GrpcWeb)
        {
            app.UseGrpcWeb(new GrpcWebOptions { DefaultEnabled = true });
        }
    }
}
