using Analyzer.Core;
using Analyzer.Service.Features.Submit;
using Analyzer.Service.Lab;
using Hosting;
using Hosting.Lab;
using Hosting.Settings;
using Microsoft.AspNetCore.Hosting;
using Microsoft.Extensions.DependencyInjection.Extensions;
using Microsoft.Extensions.Options;

[assembly: HostingStartup(typeof(AnalyzerLabStartup))]

namespace Analyzer.Service.Lab;

/// <summary>
/// Adds the lab's endpoints and the analyzer's own yardsticks when <c>ASPNETCORE_HOSTINGSTARTUPASSEMBLIES</c> names this assembly.
/// </summary>
public sealed class AnalyzerLabStartup : IHostingStartup
{
    public void Configure(IWebHostBuilder builder) => builder.ConfigureServices(AddLab);

    /// <summary>The same for a service in the process of a test.</summary>
    public static void AddLab(IServiceCollection services)
    {
        LabStartup.AddLab(services);
        services.AddHostOptions<AnalyzerCeilingsOptions>(CeilingsOptions.Section);
        services.TryAddEnumerable(ServiceDescriptor.Singleton<IHostExtension, AnalyzerLabExtension>());
    }

    private sealed class AnalyzerLabExtension(IOptions<CeilingsOptions> options, IOptions<AnalyzerCeilingsOptions> own) : IHostExtension
    {
        public void Use(WebApplication app)
        {
        }

        public void Map(WebApplication app)
        {
            if (!options.Value.Enabled)
            {
                return;
            }

            app.Services.GetRequiredService<Admission>().Hold(own.Value.HeldUploads);
            var analyses = app.Services.GetRequiredService<AnalysisPool>();
            Func<HttpContext, Task<long>> analyze = context => AnalyzeAsync(context, analyses);
            app.MapPost("/ceilings/analysis", context => context.AnswerSizeAsync(analyze)).ExcludeFromDescription();
            app.MapPost("/ceilings/save", async (int count, IReportStore store, TimeProvider time) =>
                TypedResults.Json(new { size = count, ticks = await StoreBurst.RunAsync(store, count, time) })).ExcludeFromDescription();
            app.MapGrpcService<CeilingsGrpcService>();
        }

        private static async Task<long> AnalyzeAsync(HttpContext context, AnalysisPool analyses)
        {
            using var lease = analyses.Rent();
            await context.ReadAllAsync(lease.Analysis.Append);
            return lease.Analysis.Complete(DateTimeOffset.UnixEpoch, TimeSpan.Zero).Size;
        }
    }
}
