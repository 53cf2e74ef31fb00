using System.Numerics;
using System.Threading.RateLimiting;
using Hosting.Access;
using Hosting.Errors;
using Hosting.Settings;
using Microsoft.AspNetCore.Authorization;
using Microsoft.AspNetCore.Http.Features;
using Microsoft.Extensions.Options;

namespace Hosting.Limits;

/// <summary>Keeps one client from taking all of a host. A limit that is not set adds no middleware.</summary>
internal static class LimitsFeature
{
    private static readonly TimeSpan RetryAfter = TimeSpan.FromSeconds(1);

    /// <summary>After the client is known, before its access is checked.</summary>
    public static void UseLimits(this WebApplication app)
    {
        var limits = app.Services.GetRequiredService<IOptions<ClientLimits>>().Value;
        var time = app.Services.GetRequiredService<TimeProvider>();
        var host = app.Services.GetRequiredService<HostDescription>();
        if (limits.RequestsPerSecond is { } requests)
        {
            var error = TooMuch(
                $"A client may send at most {requests} requests in a second ({Key(nameof(ClientLimits.RequestsPerSecond))}).");
            var limiter = PartitionedRateLimiter.Create<HttpContext, string>(context =>
                RateLimitPartition.GetTokenBucketLimiter(ClientName.Of(context), _ => Allowance(requests)));
            app.Lifetime.ApplicationStopped.Register(limiter.Dispose);
            app.Use(next => context =>
            {
                bool admitted;
                using (var lease = limiter.AttemptAcquire(context))
                {
                    admitted = lease.IsAcquired; // a bucket gets no token back
                }

                return admitted ? next(context) : context.RefuseAsync(error);
            });
        }

        if (limits.BytesPerSecond is { } bytes)
        {
            var detail =
                $"A client may send at most {ByteSize.InWords(bytes)} in a second, by {Key(nameof(ClientLimits.BytesPerSecond))}.";
            var budgets = new ByteBudgets(bytes, time);
            app.Use(next => context =>
            {
                var client = ClientName.Of(context);
                if (budgets.Owes(client) is { Ticks: > 0 } wait)
                {
                    return context.RefuseAsync(TooMuch(detail) with { RetryAfter = wait });
                }

                // Endpoints read either the pipe or the stream.
                var counted = new CountedBody(context.Request.BodyReader, count => budgets.Spend(client, count));
                context.Features.Set<IRequestBodyPipeFeature>(counted);
                context.Request.Body = counted.AsStream(leaveOpen: true);
                return next(context);
            });
        }

        if ((limits.UploadsEach ?? limits.DefaultUploadsEach) is { } uploads)
        {
            app.UseUploadsEach(
                uploads,
                limits.UploadsEach is null ? ClientName.OfAnother : ClientName.Of,
                TooMuch($"A client may have at most {uploads} uploads at once ({Key(nameof(ClientLimits.UploadsEach))})."));
        }

        string Key(string name) => host.Key(ConfigurationPath.Combine(ClientLimits.Section, name));
    }

    /// <summary>
    /// Exactly so many requests per second: they are granted in equal portions, up to ten a second, of whole requests.
    /// </summary>
    internal static TokenBucketRateLimiterOptions Allowance(int requestsPerSecond)
    {
        var portions = (int)BigInteger.GreatestCommonDivisor(requestsPerSecond, 10);
        return new()
        {
            TokenLimit = requestsPerSecond,
            TokensPerPeriod = requestsPerSecond / portions,
            ReplenishmentPeriod = TimeSpan.FromSeconds(1) / portions,
            QueueLimit = 0,
        };
    }

    /// <param name="app">The host.</param>
    /// <param name="uploads">The uploads that each client may have at once.</param>
    /// <param name="nameOf">The name under which a request is counted; null if it is not counted.</param>
    /// <param name="error">The refusal.</param>
    private static void UseUploadsEach(this WebApplication app, int uploads, Func<HttpContext, string?> nameOf, Error error)
    {
        var limiter = PartitionedRateLimiter.Create<string, string>(name =>
            RateLimitPartition.GetConcurrencyLimiter(name, _ => new ConcurrencyLimiterOptions { PermitLimit = uploads, QueueLimit = 0 }));
        app.Lifetime.ApplicationStopped.Register(limiter.Dispose);
        app.Use(next => context =>
            context.GetEndpoint()?.Metadata.GetMetadata<IAuthorizeData>()?.Policy == ScopePolicies.Submit && nameOf(context) is { } name
                ? LimitAsync(next, context, name)
                : next(context));

        async Task LimitAsync(RequestDelegate next, HttpContext context, string name)
        {
            using var lease = limiter.AttemptAcquire(name);
            await (lease.IsAcquired ? next(context) : context.RefuseAsync(error));
        }
    }

    private static Error TooMuch(string detail) => new(LimitErrors.ClientLimit, $"{detail} Try again later.", RetryAfter);
}
