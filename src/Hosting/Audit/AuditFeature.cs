using System.Diagnostics;
using System.Security.Claims;
using Grpc.AspNetCore.Server;
using Hosting.Settings;
using Microsoft.AspNetCore.Authorization;
using Microsoft.AspNetCore.Http.Features;
using Microsoft.Extensions.DependencyInjection.Extensions;
using Microsoft.Extensions.Options;
using Prometheus;

namespace Hosting.Audit;

/// <summary>
/// Records every call that needs a scope, and every refused one. The settings may name a file and a journal; a host may register another
/// <see cref="IAuditSink"/>.
/// </summary>
internal static class AuditFeature
{
    private const string GrpcStatus = "grpc-status";

    public static void AddAudit(this IServiceCollection services)
    {
        services.TryAddSingleton<AuditTrail>();
        services.AddHostedService(provider => provider.GetRequiredService<AuditTrail>());
    }

    /// <summary>The file and the journal, if the settings name them.</summary>
    public static void AddAuditSinks(this WebApplicationBuilder builder)
    {
        var host = builder.Services.Host();
        if (Given(nameof(AuditOptions.File)) is { } path)
        {
            builder.Services.AddSingleton<IAuditSink>(provider => new AuditFile(path, Options(provider).MaxFileBytes));
        }

        if (Given(nameof(AuditOptions.Url)) is { } url)
        {
            // The address is valid: the settings are validated first.
            builder.Services.AddSingleton<IAuditSink>(provider => new AuditJournal(AuditOptions.JournalOf(url)!, Options(provider)));
        }

        string? Given(string key) =>
            builder.Configuration[host.Key($"{AuditOptions.Section}:{key}")] is { Length: > 0 } text ? text : null;

        static AuditOptions Options(IServiceProvider provider) => provider.GetRequiredService<IOptions<AuditOptions>>().Value;
    }

    /// <summary>Before all access checks.</summary>
    public static void UseAudit(this WebApplication app)
    {
        var stream = app.Services.GetRequiredService<AuditTrail>();
        if (app.Services.GetRequiredService<IOptions<HostSettings>>().Value.Metrics)
        {
            AuditMetrics.AddTo(app.Services.GetRequiredService<CollectorRegistry>(), stream);
        }

        if (!stream.IsOn)
        {
            return;
        }

        var time = app.Services.GetRequiredService<TimeProvider>();
        app.Use(next => context => ObserveAsync(next, context));

        async Task ObserveAsync(RequestDelegate next, HttpContext context)
        {
            var call = new AuditedCall { Target = context.Request.RouteValues.GetValueOrDefault("sha256") as string };
            context.Features.Set(call);
            var endpoint = context.GetEndpoint(); // read now, because the exception handler clears it
            try
            {
                await next(context);
            }
            catch (Exception)
            {
                call.Slug ??= context.RequestAborted.IsCancellationRequested ? "client-gone" : "failed";
                throw;
            }
            finally
            {
                if (call.Slug is not null || endpoint?.Metadata.GetMetadata<IAuthorizeData>() is not null)
                {
                    stream.Add(new AuditRecord(
                        time.GetUtcNow(),
                        stream.Host,
                        ActionOf(endpoint, context),
                        call.Slug ?? OutcomeOf(context.Response),
                        context.User.FindFirst(ClaimTypes.NameIdentifier)?.Value,
                        context.User.Identity?.Name,
                        call.Address ?? context.Connection.RemoteIpAddress?.ToString(),
                        call.Target,
                        call.Result,
                        Trace: Activity.Current is { IdFormat: ActivityIdFormat.W3C } span ? span.TraceId.ToHexString() : null));
                }
            }
        }
    }

    private static string ActionOf(Endpoint? endpoint, HttpContext context) =>
        endpoint?.Metadata.GetMetadata<IEndpointNameMetadata>()?.EndpointName
        ?? endpoint?.Metadata.GetMetadata<GrpcMethodMetadata>()?.Method.Name
        ?? $"{context.Request.Method} {(endpoint as RouteEndpoint)?.RoutePattern.RawText ?? "unknown"}";

    /// <summary>A refusal in another host's words has no slug here.</summary>
    private static string OutcomeOf(HttpResponse response)
    {
        if (response.StatusCode >= StatusCodes.Status400BadRequest)
        {
            return $"http-{response.StatusCode}";
        }

        var status = response.Headers[GrpcStatus];
        if (status.Count == 0 && response.HttpContext.Features.Get<IHttpResponseTrailersFeature>()?.Trailers is { } trailers)
        {
            status = trailers[GrpcStatus];
        }

        return status.Count == 0 || status == "0" ? AuditRecord.Ok : $"grpc-{status}";
    }
}
