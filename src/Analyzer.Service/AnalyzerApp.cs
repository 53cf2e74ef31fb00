using System.Net;
using Analyzer.Service.Features.Ceilings;
using Analyzer.Service.Features.Grpc;
using Analyzer.Service.Features.Health;
using Analyzer.Service.Features.Lifetime;
using Analyzer.Service.Features.Logging;
using Analyzer.Service.Features.Metrics;
using Analyzer.Service.Features.OpenApi;
using Analyzer.Service.Features.Page;
using Analyzer.Service.Features.Refusals;
using Analyzer.Service.Features.Results;
using Analyzer.Service.Features.Storage;
using Analyzer.Service.Features.Submit;
using Analyzer.Service.Features.Transport;

namespace Analyzer.Service;

/// <summary>The service at a glance: one line per feature. Tests and benchmarks start the same app.</summary>
internal static class AnalyzerApp
{
    public static void AddAnalyzer(this WebApplicationBuilder builder)
    {
        builder.Services.AddOptions<AnalyzerOptions>().BindConfiguration(AnalyzerOptions.Section).ValidateDataAnnotations()
            .Validate(options => IPAddress.TryParse(options.Address, out _), "Analyzer:Address has to be an IP address, such as 127.0.0.1.")
            .ValidateOnStart();
        builder.Services.AddSingleton(TimeProvider.System);

        builder.AddAnalyzerLogging();
        builder.AddTransport();
        builder.AddAnalyzerMetrics();
        builder.Services.AddStorage();
        builder.Services.AddSubmit();
        builder.Services.AddResults();
        builder.Services.AddAnalyzerGrpc();
        builder.Services.AddProblems();
        builder.Services.AddHealth();
        builder.Services.AddOpenApiDocument();
    }

    public static void UseAnalyzer(this WebApplication app)
    {
        app.UseStorage();
        app.UseTransport();
        app.UseAnalyzerMetrics();
        app.UseProblems();
        app.UseSubmit();
        app.UseHandicaps();
        app.UseInputWatch();

        app.MapSubmit();
        app.MapResults();
        app.MapAnalyzerGrpc();
        app.MapHealth();
        app.MapAnalyzerMetrics();
        app.MapOpenApiDocument();
        app.MapPage();
        app.MapCeilings();
    }
}
