using Microsoft.Extensions.DependencyInjection.Extensions;

namespace Hosting.Errors;

/// <summary>Failures outside the handlers (an unknown route, a wrong method, a bug) are problem+json too.</summary>
internal static class Problems
{
    private const string KestrelTexts = "Microsoft.AspNetCore.Server.Kestrel.Core.Internal.Infrastructure.";

    public static void AddProblems(this IServiceCollection services)
    {
        services.AddProblemDetails();
        services.TryAddSingleton<KnownRoutes>();
        services.Configure<ExceptionHandlerOptions>(options =>
        {
            options.StatusCodeSelector = exception => exception switch
            {
                BadHttpRequestException bad => bad.StatusCode,
                _ when IsMalformed(exception) => StatusCodes.Status400BadRequest,
                _ => StatusCodes.Status500InternalServerError,
            };
            options.SuppressDiagnosticsCallback = failure => IsMalformed(failure.Exception); // the client's mistake: no stack trace
        });
    }

    /// <summary>
    /// A request that Kestrel cannot parse. A chunk's size beyond 31 bits, and a trailer with bytes that no text has, are exceptions of
    /// their own, without a type of their own.
    /// </summary>
    private static bool IsMalformed(Exception exception) => exception
        is BadHttpRequestException
        or IOException { InnerException: OverflowException }
        or InvalidOperationException
        {
            TargetSite.DeclaringType.FullName: KestrelTexts + "HttpUtilities" or KestrelTexts + "StringUtilities",
        };

    public static void UseProblems(this WebApplication app)
    {
        app.UseExceptionHandler();
        app.UseStatusCodePages();
    }

    /// <summary>405 with the allowed methods, after all access checks.</summary>
    public static void UseKnownRoutes(this WebApplication app)
    {
        var routes = app.Services.GetRequiredService<KnownRoutes>();
        app.Use(next => context =>
        {
            if (context.GetEndpoint() is null && routes.Allowed(context.Request.Path) is { } allowed)
            {
                context.Response.StatusCode = StatusCodes.Status405MethodNotAllowed;
                context.Response.Headers.Allow = allowed;
                return Task.CompletedTask;
            }

            return next(context);
        });
    }
}
