using System.Threading.RateLimiting;
using Grpc.Core;
using Hosting.Access;
using Hosting.Errors;
using Hosting.Settings;
using Microsoft.AspNetCore.Authorization;
using Microsoft.AspNetCore.Http.Features;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.Extensions.Options;

namespace Hosting.Limits;

/// <summary>Keeps one client from having all of a host. What no setting limits is not even looked at.</summary>
internal static class LimitsFeature
{
    private static readonly TimeSpan RetryAfter = TimeSpan.FromSeconds(1);

    public static ErrorKind TooMany { get; } = new(
        "client-limit", "More than one client may have", StatusCodes.Status429TooManyRequests, StatusCode.ResourceExhausted)
    {
        IsOfTheClient = true,
    };

    public static void AddLimits(this IServiceCollection services) =>
        services.AddOptions<KestrelServerOptions>().Configure<IOptions<ClientLimits>>((kestrel, limits) =>
            kestrel.Limits.MaxConcurrentConnections = limits.Value.MaxConnections);

    /// <summary>After the client is known, before it is asked what it may.</summary>
    public static void UseLimits(this WebApplication app)
    {
        var limits = app.Services.GetRequiredService<IOptions<ClientLimits>>().Value;
        var time = app.Services.GetRequiredService<TimeProvider>();
        var host = app.Services.GetRequiredService<HostDescription>();
        if (limits.RequestsPerSecond is { } requests)
        {
            var error = TooMuch($"A client may send {requests} requests in a second ({Key(nameof(ClientLimits.RequestsPerSecond))}).");
            var limiter = PartitionedRateLimiter.Create<HttpContext, string>(context =>
                RateLimitPartition.GetTokenBucketLimiter(ClientName.Of(context), _ => new TokenBucketRateLimiterOptions
                {
                    TokenLimit = requests,
                    TokensPerPeriod = Math.Max(1, requests / 10),
                    ReplenishmentPeriod = TimeSpan.FromSeconds(Math.Max(0.1, 1.0 / requests)),
                    QueueLimit = 0,
                }));
            app.Lifetime.ApplicationStopped.Register(limiter.Dispose);
            app.Use(next => context =>
            {
                using var lease = limiter.AttemptAcquire(context);
                return lease.IsAcquired ? next(context) : context.RefuseAsync(error);
            });
        }

        if (limits.BytesPerSecond is { } bytes)
        {
            var detail = $"A client may send {bytes} bytes in a second ({Key(nameof(ClientLimits.BytesPerSecond))}).";
            var budgets = new ByteBudgets(bytes, time);
            app.Use(next => context =>
            {
                var client = ClientName.Of(context);
                if (budgets.Owes(client) is { Ticks: > 0 } wait)
                {
                    return context.RefuseAsync(TooMuch(detail) with { RetryAfter = wait });
                }

                context.Features.Set<IRequestBodyPipeFeature>(
                    new CountedBody(context.Request.BodyReader, count => budgets.Spend(client, count)));
                return next(context);
            });
        }

        if ((limits.UploadsEach ?? limits.DefaultUploadsEach) is { } uploads)
        {
            app.UseUploadsEach(
                uploads, limits.UploadsEach is null,
                TooMuch($"A client may have {uploads} uploads at once ({Key(nameof(ClientLimits.UploadsEach))})."));
        }

        string Key(string name) => host.Key(ConfigurationPath.Combine(ClientLimits.Section, name));
    }

    private static void UseUploadsEach(this WebApplication app, int uploads, bool sparesItself, Error error)
    {
        var limiter = PartitionedRateLimiter.Create<HttpContext, string>(context =>
            RateLimitPartition.GetConcurrencyLimiter(
                ClientName.Of(context), _ => new ConcurrencyLimiterOptions { PermitLimit = uploads, QueueLimit = 0 }));
        app.Lifetime.ApplicationStopped.Register(limiter.Dispose);
        app.Use(next => context =>
            context.GetEndpoint()?.Metadata.GetMetadata<IAuthorizeData>()?.Policy != ScopePolicies.Submit
                || (sparesItself && ClientName.IsItself(context))
                ? next(context)
                : LimitAsync(next, context));

        async Task LimitAsync(RequestDelegate next, HttpContext context)
        {
            using var lease = limiter.AttemptAcquire(context);
            await (lease.IsAcquired ? next(context) : context.RefuseAsync(error));
        }
    }

    private static Error TooMuch(string detail) => new(TooMany, $"{detail} Try again a little later.", RetryAfter);
}
