using Analyzer.Service.Features.Reports;
using Microsoft.Extensions.Options;

namespace Analyzer.Service.Features.Retention;

internal static class RetentionFeature
{
    public static void AddRetention(this IServiceCollection services)
    {
        services.AddOptions<ReportLifetime>()
            .Configure<IOptions<RetentionOptions>>((lifetime, retention) => lifetime.Ends |= retention.Value.IsOn);
        services.AddHostedService<RetentionService>();
    }
}
