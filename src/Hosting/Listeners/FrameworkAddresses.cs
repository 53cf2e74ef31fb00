using System.Globalization;
using Hosting.Access;
using Hosting.Settings;
using Microsoft.AspNetCore.HostFiltering;
using Microsoft.AspNetCore.HttpOverrides;
using Microsoft.AspNetCore.Server.Kestrel.Core;

namespace Hosting.Listeners;

/// <summary>
/// Addresses as the framework's own programs take them, such as <c>ASPNETCORE_URLS</c> and <c>ASPNETCORE_FORWARDEDHEADERS_ENABLED</c>, and
/// as platforms give them (<c>PORT</c>): a host listens where its own settings say, and believes the proxies that they name, so the log
/// tells that these have no effect.
/// </summary>
internal static partial class FrameworkAddresses
{
    private static readonly string[] Keys = ["urls", "http_ports", "https_ports", "Kestrel"];
    private const string Forwarding = "ForwardedHeaders_Enabled";
    private const string Names = "AllowedHosts";
    private const string AllNames = "*";

    /// <summary>Where Heroku, Cloud Run and others send requests to (https://cloud.google.com/run/docs/container-contract).</summary>
    private const string PlatformPort = "PORT";

    /// <summary>
    /// Takes from the framework's settings what would let others in: nothing would ask whether they may. Its filter of names would answer
    /// before the host does, with a page of HTML.
    /// </summary>
    public static void IgnoreFrameworkAddresses(this IServiceCollection services)
    {
        services.PostConfigure<KestrelServerOptions>(kestrel => kestrel.Configure());
        services.PostConfigure<HostFilteringOptions>(filter => filter.AllowedHosts = [AllNames]);
        services.PostConfigure<ForwardedHeadersOptions>(forwarded => forwarded.ForwardedHeaders = ForwardedHeaders.None);
    }

    public static void TellFrameworkAddresses(this WebApplication app)
    {
        var listener = app.Services.GetServices<Listener>().First();
        var port = listener.Key;
        var host = app.Services.GetRequiredService<HostDescription>();
        var origins = new SettingOrigins(app.Configuration);
        foreach (var key in Keys.SelectMany(key => app.Configuration.GetSection(key).AsEnumerable())
            .Where(pair => !string.IsNullOrEmpty(pair.Value)).Select(pair => pair.Key).Order(StringComparer.OrdinalIgnoreCase))
        {
            Log.NoEffect(
                app.Logger, key, origins.Remark(key), host.Key(nameof(HostSettings.Address)), host.Key(port),
                host.Key(nameof(HostSettings.Certificate)));
        }

        if (ushort.TryParse(app.Configuration[PlatformPort], CultureInfo.InvariantCulture, out var asked)
            && asked != listener.PortIn(host, app.Configuration))
        {
            Log.NoPort(app.Logger, PlatformPort, asked, Variable(port), Variable(nameof(HostSettings.Address)));
        }

        if (app.Configuration[Names] is { Length: > 0 } names && names != AllNames)
        {
            Log.NoNames(app.Logger, Names, origins.Remark(Names), host.Key(nameof(AccessOptions.AllowedHosts)));
        }

        if ("true".Equals(app.Configuration[Forwarding], StringComparison.OrdinalIgnoreCase))
        {
            Log.NoForwarding(app.Logger, Forwarding, origins.Remark(Forwarding), host.Key(nameof(AccessOptions.TrustedProxies)));
        }

        string Variable(string key) => host.Key(key).Replace(ConfigurationPath.KeyDelimiter, "__", StringComparison.Ordinal);
    }

    private static partial class Log
    {
        [LoggerMessage(
            10, LogLevel.Warning,
            "{Key}={Value} has no effect here. If clients come to that port, set {Port} to it, and {Address} if they come from other "
            + "machines.")]
        public static partial void NoPort(ILogger logger, string key, int value, string port, string address);

        [LoggerMessage(9, LogLevel.Warning, "{Key}{Origin} has no effect here: this host answers to the names in {Setting}.")]
        public static partial void NoNames(ILogger logger, string key, string origin, string setting);

        [LoggerMessage(8, LogLevel.Warning, "{Key}{Origin} has no effect here: this host believes the proxies in {Proxies}.")]
        public static partial void NoForwarding(ILogger logger, string key, string origin, string proxies);

        [LoggerMessage(
            7, LogLevel.Warning,
            "{Key}{Origin} has no effect here: this host listens where {Address} and {Port} say, over TLS with {Certificate}.")]
        public static partial void NoEffect(
            ILogger logger, string key, string origin, string address, string port, string certificate);
    }
}
