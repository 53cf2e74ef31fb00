using Hosting.Lab;
using Hosting.Listeners;
using Hosting.Settings;
using Microsoft.AspNetCore.Hosting;
using Microsoft.Extensions.DependencyInjection.Extensions;
using Microsoft.Extensions.Options;

[assembly: HostingStartup(typeof(LabStartup))]

namespace Hosting.Lab;

/// <summary>Adds the lab's endpoints and settings to a host when <c>ASPNETCORE_HOSTINGSTARTUPASSEMBLIES</c> names this assembly.</summary>
public sealed class LabStartup : IHostingStartup
{
    public void Configure(IWebHostBuilder builder) => builder.ConfigureServices(AddLab);

    /// <summary>The same for a host in the process of a test.</summary>
    public static void AddLab(IServiceCollection services)
    {
        services.AddHostOptions<CeilingsOptions>(CeilingsOptions.Section);
        services.TryAddEnumerable(ServiceDescriptor.Singleton<IHostExtension, LabExtension>());
        services.AddOptions<TransportOptions>().Configure<IOptions<CeilingsOptions>>((transport, ceilings) =>
            transport.LargeBlocks = !ceilings.Value.StockTransport);
    }

    private sealed class LabExtension(IOptions<CeilingsOptions> options) : IHostExtension
    {
        public void Use(WebApplication app)
        {
            if (options.Value.Enabled)
            {
                app.UseFaultInjection(options.Value);
            }
        }

        public void Map(WebApplication app)
        {
            if (options.Value.Enabled)
            {
                app.MapCeilings(options.Value);
            }
        }
    }
}
