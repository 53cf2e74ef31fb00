using System.Runtime.InteropServices;
using Hosting.Settings;

namespace Hosting.Lifetime;

/// <summary>
/// Names the signal that stops a host, and decides on SIGHUP: a closed terminal stops the host in good order; without a terminal, where a
/// person or a tool means "read your files again", it changes nothing, because changed files are read by themselves.
/// </summary>
internal sealed partial class HostSignals(
    StopReason reason, HostDescription host, IHostApplicationLifetime lifetime, ILogger<HostSignals> logger) : IHostedService, IDisposable
{
    /// <summary>Windows ends a process five seconds after its console was closed.</summary>
    private static readonly TimeSpan ConsoleGrace = TimeSpan.FromSeconds(4);

    private readonly List<PosixSignalRegistration> _registrations = [];

    /// <summary>
    /// The framework's own handlers exist by now; the newest handler is called first. Under a service manager that is told of the state
    /// (NOTIFY_SOCKET) the framework has one for SIGTERM only, and the others would end the process at once.
    /// </summary>
    public Task StartAsync(CancellationToken cancellationToken)
    {
        On(PosixSignal.SIGINT, "SIGINT (Ctrl+C)");
        On(PosixSignal.SIGTERM, "SIGTERM (systemctl stop, kill, the stop of a container, or the shutdown of the machine)");
        On(PosixSignal.SIGQUIT, OperatingSystem.IsWindows() ? "Ctrl+Break" : "SIGQUIT");
        if (!ReadsFilesOnHangUp(host, OperatingSystem.IsWindows()))
        {
            _registrations.Add(PosixSignalRegistration.Create(
                PosixSignal.SIGHUP, context => HangUp(context, hasTerminal: OperatingSystem.IsWindows() || !Console.IsInputRedirected)));
        }

        lifetime.ApplicationStopping.Register(() =>
        {
            if (!lifetime.ApplicationStarted.IsCancellationRequested)
            {
                reason.Give("its start failed");
            }

            Log.Stopping(logger, host.Name, reason);
        });
        return Task.CompletedTask;
    }

    public Task StopAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    public void Dispose()
    {
        foreach (var registration in _registrations)
        {
            registration.Dispose();
        }
    }

    /// <summary>Windows has no SIGHUP but that of a closed console, after which it ends the process whatever that does.</summary>
    internal static bool ReadsFilesOnHangUp(HostDescription host, bool isWindows) => host.ReadsFilesOnHangUp && !isWindows;

    internal void HangUp(PosixSignalContext context, bool hasTerminal)
    {
        context.Cancel = true; // otherwise the process ends at once
        if (!hasTerminal)
        {
            Log.HangUpChangesNothing(logger, host.Name);
            return;
        }

        reason.Give("its terminal was closed (SIGHUP)");
        lifetime.StopApplication();
        if (OperatingSystem.IsWindows())
        {
            lifetime.ApplicationStopped.WaitHandle.WaitOne(ConsoleGrace); // the process ends when this handler returns
        }
    }

    internal void Stop(PosixSignalContext context, string name)
    {
        context.Cancel = true; // otherwise the process ends at once
        reason.Give($"it got {name}");
        lifetime.StopApplication();
    }

    private void On(PosixSignal signal, string name) =>
        _registrations.Add(PosixSignalRegistration.Create(signal, context => Stop(context, name)));

    private static partial class Log
    {
        [LoggerMessage(2, LogLevel.Information, "The {Host} stops: {Reason}.")]
        public static partial void Stopping(ILogger logger, string host, StopReason reason);

        [LoggerMessage(
            3, LogLevel.Information, "SIGHUP changes nothing at the {Host}: certificates, keys and lists are read again by themselves when "
                + "they change, and settings when the host starts.")]
        public static partial void HangUpChangesNothing(ILogger logger, string host);
    }
}
