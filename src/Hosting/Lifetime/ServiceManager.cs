using System.Net.Sockets;
using Microsoft.Extensions.Hosting.Systemd;

namespace Hosting.Lifetime;

/// <summary>Tells systemd or the Windows service manager how a host is, if one of them has started the process.</summary>
internal static class ServiceManager
{
    public static void AddServiceManager(this IServiceCollection services)
    {
        services.AddSystemd();
        services.AddWindowsService();
        if (SystemdHelpers.IsSystemdService())
        {
            services.AddSingleton<ISystemdNotifier, ForgivingNotifier>();
            services.AddHostedService<WatchdogPings>();
        }
    }
}

/// <summary>A service manager that cannot be told is no reason to fail: the log says so once.</summary>
internal sealed partial class ForgivingNotifier(ILogger<ForgivingNotifier> logger) : ISystemdNotifier
{
    private const string Variable = "NOTIFY_SOCKET";

    private readonly string? _path = Environment.GetEnvironmentVariable(Variable); // the notifier below removes it for its children
    private readonly SystemdNotifier _notifier = new();
    private int _isTold;

    public bool IsEnabled => _notifier.IsEnabled;

    public void Notify(ServiceState state)
    {
        try
        {
            _notifier.Notify(state);
        }
        catch (Exception unreachable) when (unreachable is SocketException or IOException or ArgumentException)
        {
            if (Interlocked.Exchange(ref _isTold, 1) == 0)
            {
                Log.Unreachable(logger, Variable, _path, unreachable.Message);
            }
        }
    }

    private static partial class Log
    {
        [LoggerMessage(
            4, LogLevel.Warning, "{Variable}={Path} cannot be reached ({Reason}): the service manager will not hear that this host is ready.")]
        public static partial void Unreachable(ILogger logger, string variable, string? path, string reason);
    }
}
