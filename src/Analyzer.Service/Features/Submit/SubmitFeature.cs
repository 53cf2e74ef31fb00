namespace Analyzer.Service.Features.Submit;

internal static class SubmitFeature
{
    public static void AddSubmit(this IServiceCollection services)
    {
        services.AddOptions<UploadLimits>().BindConfiguration(UploadLimits.Section).ValidateDataAnnotations().ValidateOnStart();
        services.AddSingleton<Admission>();
        services.AddSingleton<UploadReader>();
        services.AddSingleton<AnalysisPool>();
        services.AddSingleton<EarlyAnswers>();
        services.AddSingleton<SubmitHandler>();
    }

    /// <summary>Around the endpoints: whoever was answered early may end the request.</summary>
    public static void UseSubmit(this WebApplication app)
    {
        var early = app.Services.GetRequiredService<EarlyAnswers>();
        app.Use(next => context => HttpProtocol.IsHttp2(context.Request.Protocol) && HttpMethods.IsPost(context.Request.Method)
            ? ServeAsync(next, context)
            : next(context));

        async Task ServeAsync(RequestDelegate next, HttpContext context)
        {
            await next(context);
            await early.SettleAsync(context);
        }
    }
}
