using System.Text;
using Analyzer.Contract;
using Gateway.Features.Backends;
using Gateway.Features.Browsers;
using Gateway.Features.Description;
using Gateway.Features.Dispatch;
using Gateway.Features.Errors;
using Gateway.Features.Metrics;
using Gateway.Features.Neighbours;
using Gateway.Features.Overload;
using Gateway.Features.Passing;
using Gateway.Features.Rest;
using Gateway.Features.Routing;
using Gateway.Features.Settings;
using Gateway.Features.Status;
using Gateway.Features.Tracing;
using Hosting;
using Hosting.Listeners;
using Hosting.Requests;
using Hosting.Settings;
using Hosting.Tracing;
using Hosting.Uploads;
using Hosting.Web;
using Hosting.Web.Api;
using Hosting.Web.Notices;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.Extensions.DependencyInjection.Extensions;
using Microsoft.Extensions.Options;

namespace Gateway;

/// <summary>The gateway at a glance: one line per feature. Tests start the same app.</summary>
public static class GatewayApp
{
    public static HostDescription Host { get; } = new(
        "gateway", "Gateway", "One address for several analyzers: REST and gRPC in, gRPC out.", typeof(GatewayApp).Assembly);

    public static void AddGatewaySettings(this IServiceCollection services)
    {
        services
            .AddHostSettings(Host)
            .AddListeners(Listener.Http1("HttpPort", 6080), Listener.Http2("GrpcPort", 6081), Listener.Tls("TlsPort", 6443))
            .AddHostOptions<GatewayOptions>();
        services.AddOptions<GatewayOptions>()
            .PostConfigure(NullMembers.Fill)
            .PostConfigure<HostDescription, IConfiguration>(RouteCodes.ReadTexts);
        services.TryAddEnumerable(ServiceDescriptor.Singleton<IValidateOptions<GatewayOptions>, BackendExposure>());
        services.TryAddEnumerable(ServiceDescriptor.Singleton<IValidateOptions<GatewayOptions>, RouteRules>());
    }

    public static void AddGateway(this WebApplicationBuilder builder)
    {
        builder.AddHost();
        builder.Services.AddUploads();
        builder.Services.AddCalls<GatewayOperation, GatewayOutcome>(
            GatewaySpans.Source, [.. GatewayErrors.All, .. ErrorKinds.All], _ => null);
        builder.Services.AddBackends();
        builder.Services.AddDispatch();
        builder.Services.AddUploadAdmission();
        builder.Services.AddRest();
        builder.Services.AddPassing();
        builder.Services.AddBrowsers();
        builder.Services.AddNeighbours();
        builder.Services.AddNotices();
        builder.Services.AddApi(GatewayApi.Document);
        builder.Services.TryAddSingleton<MergedApi>();

        builder.Services.AddOptions<KestrelServerOptions>().Configure<IOptions<GatewayOptions>>(TakeMetadata);
    }

    /// <summary>
    /// Bytes pass unchanged, and more come in than may pass on, so that a call above the limit gets words instead of a reset.
    /// </summary>
    private static void TakeMetadata(KestrelServerOptions kestrel, IOptions<GatewayOptions> options)
    {
        const int MaxFields = 1000;
        kestrel.ReadFieldsWith(Encoding.Latin1);
        kestrel.ResponseHeaderEncodingSelector = _ => Encoding.Latin1;
        var most = 2 * options.Value.MaxRequestMetadataBytes;
        kestrel.Limits.MaxRequestHeadersTotalSize = Math.Max(most, kestrel.Limits.MaxRequestHeadersTotalSize);
        kestrel.Limits.Http2.MaxRequestHeaderFieldSize = Math.Max(most, kestrel.Limits.Http2.MaxRequestHeaderFieldSize);
        kestrel.Limits.MaxRequestHeaderCount = MaxFields;
    }

    public static void UseGateway(this WebApplication app)
    {
        app.UseOrigins();
        app.UseHost();
        app.UseGrpcWebCalls();
        app.UseBackends();

        app.MapHost();
        app.MapPassing();
        app.MapUploads();
        app.MapReports();
        app.MapDocuments();
        app.MapStatus();
        app.MapNeighbours();
        app.MapApi(isMapped: false);
        app.MapPages(typeof(GatewayApp).Assembly);
    }
}
