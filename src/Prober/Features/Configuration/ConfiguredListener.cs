using Prober.Features.Settings;

namespace Prober.Features.Configuration;

/// <summary>A file may say where to listen; settings of that name win.</summary>
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
