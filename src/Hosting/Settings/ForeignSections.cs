using Microsoft.Extensions.Configuration.EnvironmentVariables;

namespace Hosting.Settings;

/// <summary>
/// Sections of other programs, such as <c>Serilog</c>, <c>ReverseProxy</c> or <c>ConnectionStrings</c>, in settings files and variables: a
/// file may serve several programs, so a host starts with them, and the log tells that they have no effect.
/// </summary>
internal static partial class ForeignSections
{
    private const int MaxShown = 10;

    /// <summary>Others tell of these, or they are an editor's.</summary>
    private static readonly string[] Told =
        ["AllowedHosts", "ForwardedHeaders_Enabled", "http_ports", "https_ports", "Kestrel", "Logging", "$schema", "urls"];

    public static void TellForeignSections(this WebApplication app)
    {
        var host = app.Services.GetRequiredService<HostDescription>();
        var origins = new SettingOrigins(app.Configuration);
        var keys = Of((IConfigurationRoot)app.Configuration, host).Take(MaxShown).Select(key => $"{key}{origins.Remark(key)}").ToList();
        if (keys.Count > 0)
        {
            Log.NoEffect(app.Logger, string.Join(", ", keys), host.Section);
        }
    }

    /// <returns>The first key with a value of each such section.</returns>
    private static IEnumerable<string> Of(IConfigurationRoot configuration, HostDescription host) =>
        from section in configuration.Providers.SelectMany(Sections).Distinct(StringComparer.OrdinalIgnoreCase)
        where section.Length > 0 && !section.Equals(host.Section, StringComparison.OrdinalIgnoreCase)
            && !Told.Contains(section, StringComparer.OrdinalIgnoreCase)
        let key = configuration.GetSection(section).AsEnumerable().FirstOrDefault(pair => !string.IsNullOrEmpty(pair.Value)).Key
        where key is not null
        orderby key
        select key;

    /// <summary>All of a file; of the environment those that are written like settings, with two underscores.</summary>
    private static IEnumerable<string> Sections(IConfigurationProvider provider) => provider switch
    {
        FileConfigurationProvider => provider.GetChildKeys([], null).Distinct(),
        EnvironmentVariablesConfigurationProvider =>
            provider.GetChildKeys([], null).Distinct().Where(section => provider.GetChildKeys([], section).Any()),
        _ => [],
    };

    private static partial class Log
    {
        [LoggerMessage(12, LogLevel.Information, "No effect here: {Keys}. The settings of this host stand in {Section}.")]
        public static partial void NoEffect(ILogger logger, string keys, string section);
    }
}
