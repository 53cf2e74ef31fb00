using Hosting.Settings;

namespace Hosting.Listeners;

/// <summary>
/// Addresses as the framework's own programs take them, such as <c>ASPNETCORE_URLS</c>: a host listens where its own settings say, so the
/// log tells that these have no effect.
/// </summary>
internal static partial class FrameworkAddresses
{
    private static readonly string[] Keys = ["urls", "http_ports", "https_ports", "Kestrel"];

    public static void TellFrameworkAddresses(this WebApplication app)
    {
        var port = app.Services.GetServices<Listener>().First().Key;
        var host = app.Services.GetRequiredService<HostDescription>();
        var origins = new SettingOrigins(app.Configuration);
        foreach (var key in Keys.SelectMany(key => app.Configuration.GetSection(key).AsEnumerable())
            .Where(pair => !string.IsNullOrEmpty(pair.Value)).Select(pair => pair.Key).Order(StringComparer.OrdinalIgnoreCase))
        {
            Log.NoEffect(app.Logger, key, origins.Remark(key), host.Key(nameof(HostSettings.Address)), host.Key(port));
        }
    }

    private static partial class Log
    {
        [LoggerMessage(7, LogLevel.Warning, "{Key}{Origin} has no effect here: this host listens where {Address} and {Port} say.")]
        public static partial void NoEffect(ILogger logger, string key, string origin, string address, string port);
    }
}
