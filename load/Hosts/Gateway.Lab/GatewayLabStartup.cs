using Analyzer.Protos.Ceilings.V1;
using Gateway.Features.Rest;
using Gateway.Lab;
using Hosting;
using Hosting.Lab;
using Hosting.Uploads;
using Microsoft.AspNetCore.Hosting;
using Microsoft.Extensions.DependencyInjection.Extensions;
using Microsoft.Extensions.Options;

[assembly: HostingStartup(typeof(GatewayLabStartup))]

namespace Gateway.Lab;

/// <summary>
/// Adds the lab's endpoints and the gateway's own yardstick when <c>ASPNETCORE_HOSTINGSTARTUPASSEMBLIES</c> names this assembly.
/// </summary>
public sealed class GatewayLabStartup : IHostingStartup
{
    public void Configure(IWebHostBuilder builder) => builder.ConfigureServices(AddLab);

    private static void AddLab(IServiceCollection services)
    {
        LabStartup.AddLab(services);
        services.TryAddEnumerable(ServiceDescriptor.Singleton<IHostExtension, GatewayLabExtension>());
    }

    private sealed class GatewayLabExtension(IOptions<CeilingsOptions> options) : IHostExtension
    {
        private const string NullUpload = "/ceilings.v1.Ceilings/NullUpload";

        public void Use(WebApplication app)
        {
        }

        /// <summary>An upload that goes the way of a file, to an analyzer that reads it and does nothing with it.</summary>
        public void Map(WebApplication app)
        {
            if (!options.Value.Enabled)
            {
                return;
            }

            var uploading = app.Services.GetRequiredService<Uploading>();
            var early = app.Services.GetRequiredService<EarlyResponses>();
            var pass = (HttpContext context) => PassAsync(uploading, early, context); // its own delegate, or the result would be dropped
            app.MapPost("/ceilings/null", pass)
                .WithOrder(-1) // before the lab's own, which reads the upload here
                .ExcludeFromDescription();
        }

        private static async Task<IResult> PassAsync(Uploading uploading, EarlyResponses early, HttpContext context)
        {
            using var body = context.Request.Upload(early, sha256: null);
            var result = await uploading.UploadAsync(NullUpload, NullUploadResponse.Parser, body, context);
            return result.IsError(out var error, out var answer)
                ? error.ToAnalyzerProblem(context)
                : TypedResults.Json(new { size = answer.Size });
        }
    }
}
