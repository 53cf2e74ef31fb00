using Journal.Features.Udp;
using Journal.Lab;
using Microsoft.AspNetCore.Hosting;
using Microsoft.Extensions.DependencyInjection;

[assembly: HostingStartup(typeof(JournalLabStartup))]

namespace Journal.Lab;

/// <summary>
/// Has the journal drop every datagram that it receives, when <c>ASPNETCORE_HOSTINGSTARTUPASSEMBLIES</c> names this assembly: what a line
/// costs beyond that is the journal's own work.
/// </summary>
public sealed class JournalLabStartup : IHostingStartup
{
    public void Configure(IWebHostBuilder builder) =>
        builder.ConfigureServices(services => services.AddSingleton<IDatagramIntake, DroppingIntake>());
}
