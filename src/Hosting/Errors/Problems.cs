using Microsoft.Extensions.DependencyInjection.Extensions;

namespace Hosting.Errors;

/// <summary>Failures outside the handlers (an unknown route, a wrong method, a bug) are problem+json too.</summary>
internal static class Problems
{
    public static void AddProblems(this IServiceCollection services)
    {
        services.AddProblemDetails();
        services.TryAddSingleton<KnownRoutes>();
        services.Configure<ExceptionHandlerOptions>(options => options.StatusCodeSelector = exception =>
            exception is BadHttpRequestException bad ? bad.StatusCode : StatusCodes.Status500InternalServerError);
    }

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
