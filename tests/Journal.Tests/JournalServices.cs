using Durable;
using Journal.Features.Settings;
using Journal.Features.Storage;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Options;

namespace Journal.Tests;

/// <summary>Puts what a test needs in the place of the host's own.</summary>
internal static class JournalServices
{
    /// <summary>The journal's folder is on this disk.</summary>
    public static IServiceCollection AddDisk(this IServiceCollection services, IDisk disk) => services.AddSingleton(provider =>
        WriterFeature.FolderOf(provider.GetRequiredService<IOptions<JournalOptions>>().Value) with { Disk = disk });
}
