using Hosting.Limits;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.Extensions.DependencyInjection.Extensions;
using Microsoft.Extensions.Options;

namespace Hosting.Uploads;

/// <summary>What a host that takes uploads asks of Kestrel.</summary>
public static class UploadsFeature
{
    public static void AddUploads(this IServiceCollection services) => services.Configure<KestrelServerOptions>(kestrel =>
    {
        // Kestrel's 100 streams a connection stay: what a connection may begin and reset costs memory, and clients make another one
        // when they have so many calls at once.
        // The host enforces both instead, on every path alike (UploadClock): Kestrel's do not reach a gRPC stream.
        kestrel.Limits.MaxRequestBodySize = null;
        kestrel.Limits.MinRequestBodyDataRate = null;
    });

    /// <summary>
    /// The room for bodies of a host that reads them whole. The longest ones of one client fill half of it, where no setting says how many
    /// a client may send at once.
    /// </summary>
    /// <param name="services">The services of the host.</param>
    /// <param name="make">Makes it by the host's options.</param>
    public static IServiceCollection AddBodyRoom<TOptions>(this IServiceCollection services, Func<TOptions, BodyRoom> make)
        where TOptions : class
    {
        services.AddSingleton(provider => make(provider.GetRequiredService<IOptions<TOptions>>().Value));
        services.AddOptions<ClientLimits>().PostConfigure<BodyRoom>((clients, room) => clients.SetDefaultUploadsEach(room.BodiesInHalf));
        return services;
    }

    internal static void AddEarlyResponses(this IServiceCollection services) => services.TryAddSingleton<EarlyResponses>();

    /// <summary>Stands around all that answers before a body has ended: the endpoints, and what keeps somebody out.</summary>
    internal static void UseEarlyResponses(this WebApplication app)
    {
        var early = app.Services.GetRequiredService<EarlyResponses>();
        app.Use(next => context => HttpProtocol.IsHttp2(context.Request.Protocol) && HttpMethods.IsPost(context.Request.Method)
            ? ServeAsync(next, context)
            : next(context));

        async Task ServeAsync(RequestDelegate next, HttpContext context)
        {
            await next(context);
            await early.DrainAsync(context);
        }
    }
}
