using Prober.Features.Settings;

namespace Prober.Features.Configuration;

/// <summary>Lets a file set the address to listen on; the settings of that name take precedence.</summary>
internal static class ConfiguredListener
{
    public static void AddConfiguredListener(this WebApplicationBuilder builder)
    {
        const string Section = "Prober";
        if (builder.Configuration[$"{Section}:{nameof(ProberOptions.Config)}"] is not { Length: > 0 } path
            || ProbesFile.Read(path, Environment.GetEnvironmentVariable).Listen is not { } listen)
        {
            return;
        }

        builder.Configuration[$"{Section}:Address"] ??= listen.Address.ToString();
        builder.Configuration[$"{Section}:HttpPort"] ??= $"{listen.Port}";
    }
}
