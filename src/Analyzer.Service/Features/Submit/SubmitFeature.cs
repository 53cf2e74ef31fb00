namespace Analyzer.Service.Features.Submit;

internal static class SubmitFeature
{
    public static void AddSubmit(this IServiceCollection services)
    {
        services.AddOptions<UploadLimits>().BindConfiguration(UploadLimits.Section).ValidateDataAnnotations().ValidateOnStart();
        services.AddSingleton<Admission>();
        services.AddSingleton<UploadReader>();
        services.AddSingleton<SubmitHandler>();
    }
}
