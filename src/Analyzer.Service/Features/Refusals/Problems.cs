namespace Analyzer.Service.Features.Refusals;

/// <summary>Whatever goes wrong outside the handlers is a problem+json too: an unknown route, a wrong method, a bug.</summary>
internal static class Problems
{
    public static void AddProblems(this IServiceCollection services)
    {
        services.AddProblemDetails();
        services.Configure<ExceptionHandlerOptions>(options => options.StatusCodeSelector = exception =>
            exception is BadHttpRequestException bad ? bad.StatusCode : StatusCodes.Status500InternalServerError);
    }

    public static void UseProblems(this WebApplication app)
    {
        app.UseExceptionHandler();
        app.UseStatusCodePages();
    }
}
