using System.Globalization;
using Analyzer.Contract;
using Analyzer.Engines;
using Analyzer.Service.Features.Deletion;
using Analyzer.Service.Features.Errors;
using Analyzer.Service.Features.Grpc;
using Analyzer.Service.Features.Metrics;
using Analyzer.Service.Features.OpenApi;
using Analyzer.Service.Features.Results;
using Analyzer.Service.Features.Retention;
using Analyzer.Service.Features.SelfDescription;
using Analyzer.Service.Features.Storage;
using Analyzer.Service.Features.Submit;
using Analyzer.Service.Features.Tracing;
using Hosting;
using Hosting.Access;
using Hosting.Limits;
using Hosting.Listeners;
using Hosting.Settings;
using Hosting.Tracing;
using Hosting.Web;
using Hosting.Web.Api;
using Microsoft.Extensions.DependencyInjection.Extensions;

namespace Analyzer.Service;

/// <summary>The service at a glance: one line per feature. Tests and benchmarks start the same app.</summary>
internal static class AnalyzerApp
{
    public static HostDescription Host { get; } = new(
        "analyzer", "Analyzer", "Takes files over REST and gRPC, and gives each a verdict with its reasons.", typeof(AnalyzerApp).Assembly)
    {
        BuildLabels = [new("engine", FileAnalysis.EngineVersion.ToString(CultureInfo.InvariantCulture))],
    };

    public static void AddAnalyzerSettings(this IServiceCollection services) => services
        .AddHostSettings(Host)
        .AddListeners(Listener.Http1("HttpPort", 5080), Listener.Http2("GrpcPort", 5081), Listener.Tls("TlsPort", 5443))
        .AddStorageSettings()
        .AddHostOptions<UploadLimits>(UploadLimits.Section)
        .AddHostOptions<PartOptions>(PartOptions.Section)
        .AddHostOptions<VerifyOptions>()
        .AddHostOptions<DeletionOptions>()
        .AddHostOptions<RetentionOptions>(RetentionOptions.Section);

    public static void AddAnalyzer(this WebApplicationBuilder builder)
    {
        builder.AddHost();
        builder.Services.AddGrpcEdge(AnalyzerRpc.Descriptor.FullName);
        builder.Services.AddCalls<AnalyzerOperation, RequestOutcome>(
            Spans.Source, [.. ErrorKinds.All, LimitErrors.ClientLimit], AnalyzerErrors.Expected);
        builder.Services.AddStorage();
        builder.Services.AddSubmit();
        builder.Services.AddResults();
        builder.Services.AddDeletion();
        builder.Services.AddRetention();
        builder.Services.AddOpenApiDocument();
        builder.Services.TryAddSingleton<Documents>();
        builder.Services.TryAddSingleton<ServiceDescription>();
    }

    public static void UseAnalyzer(this WebApplication app)
    {
        app.UseHost();
        app.UseStorage();
        app.UseSubmit();

        app.MapHost();
        app.MapGrpcEdge();
        app.MapGrpcService<AnalyzerGrpcService>().RequireScopes(AnalyzerRpc.ScopeOf);
        app.MapSubmit();
        app.MapResults();
        app.MapDeletion();
        app.MapSelfDescription();
        app.MapApi(isMapped: false);
        app.MapPages(typeof(AnalyzerApp).Assembly);
    }
}
