using Hosting.Errors;
using Hosting.Limits;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.Extensions.DependencyInjection.Extensions;
using Microsoft.Extensions.Options;

namespace Hosting.Uploads;

/// <summary>The Kestrel settings of a host that takes uploads.</summary>
public static class UploadsFeature
{
    public static void AddUploads(this IServiceCollection services) => services.Configure<KestrelServerOptions>(kestrel =>
    {
        // Kestrel's limit of 100 streams per connection stays: a stream costs memory even if it is reset, and clients open another
        // connection when they have more calls.
        // An upload whose piece waits for its turn keeps a window of its connection, and Kestrel gives room again only after half of all.
        kestrel.Limits.Http2.InitialConnectionWindowSize = 3 * kestrel.Limits.Http2.InitialStreamWindowSize;

        // The host enforces both itself, on all transports alike (UploadClock): Kestrel's limits do not apply to a gRPC stream.
        kestrel.Limits.MaxRequestBodySize = null;
        kestrel.Limits.MinRequestBodyDataRate = null;
    });

    /// <summary>
    /// The memory for bodies in a host that reads them whole. If no setting limits a client's bodies, one client may have as many of the
    /// longest as fill half of it.
    /// </summary>
    /// <param name="services">The services of the host.</param>
    /// <param name="make">Makes it from the host's options.</param>
    public static IServiceCollection AddBodyRoom<TOptions>(this IServiceCollection services, Func<TOptions, BodyRoom> make)
        where TOptions : class
    {
        services.AddSingleton(provider => make(provider.GetRequiredService<IOptions<TOptions>>().Value));
        services.AddOptions<ClientLimits>().PostConfigure<BodyRoom>((clients, room) => clients.SetDefaultUploadsEach(room.BodiesInHalf));
        return services;
    }

    internal static void AddEarlyResponses(this IServiceCollection services) => services.TryAddSingleton<EarlyResponses>();

    /// <summary>Wraps everything that may answer before the end of a body: the endpoints, and the access checks.</summary>
    internal static void UseEarlyResponses(this WebApplication app)
    {
        var early = app.Services.GetRequiredService<EarlyResponses>();
        app.Use(next => context => HttpProtocol.IsHttp2(context.Request.Protocol) && HttpMethods.IsPost(context.Request.Method)
            ? ServeAsync(next, context)
            : next(context));

        async Task ServeAsync(RequestDelegate next, HttpContext context)
        {
            UnwantedRest? rest = null;
            var isGrpc = context.Request.IsGrpc();
            if (!isGrpc)
            {
                context.Response.OnStarting(async () => rest = await early.DrainAsync(context));
            }

            await next(context);
            rest = isGrpc ? await early.DrainAsync(context) : rest;
            if (rest is not null)
            {
                await context.Response.CompleteAsync();
                await rest.EndsAsync(); // otherwise Kestrel resets the stream
            }
        }
    }
}
