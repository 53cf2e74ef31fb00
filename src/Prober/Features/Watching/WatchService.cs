using System.Net;
using System.Runtime.InteropServices;
using Prober.Engine.Watching;
using Prober.Features.Configuration;

namespace Prober.Features.Watching;

/// <summary>Watches while the host runs, and applies changes of the configuration; an invalid one changes nothing.</summary>
internal sealed partial class WatchService(
    ProbeEngine engine, TargetList list, Watch watch, TimeProvider time, ILogger<WatchService> logger) : BackgroundService
{
    private static readonly TimeSpan LookPeriod = TimeSpan.FromMilliseconds(900);

    private EngineThread? _thread;
    private IPEndPoint? _listen;
    private volatile bool _isAsked;

    /// <summary>Why the last configuration was not applied; null when it was.</summary>
    public string? Refused { get; private set; }

    public override async Task StartAsync(CancellationToken cancellationToken)
    {
        var configured = list.TakeFirst();
        _listen = configured.Listen;

        GiveBack(); // before the first probe is due
        watch.Begin();
        _thread = new(engine);
        await watch.ApplyAsync(configured);
        await base.StartAsync(cancellationToken);
    }

    public override async Task StopAsync(CancellationToken cancellationToken)
    {
        await base.StopAsync(cancellationToken);
        EndThread();
        watch.End();
    }

    public override void Dispose()
    {
        EndThread();
        base.Dispose();
    }

    protected override async Task ExecuteAsync(CancellationToken stoppingToken)
    {
        // Windows sends this signal when the console is closed (HostSignals). A changed file is read without it.
        using var hangUp = OperatingSystem.IsWindows() ? null : PosixSignalRegistration.Create(PosixSignal.SIGHUP, context =>
        {
            context.Cancel = true; // Otherwise it ends the process.
            _isAsked = true;
        });
        using var timer = new PeriodicTimer(LookPeriod, time);
        for (var isTidy = false; await timer.WaitForNextTickAsync(stoppingToken);)
        {
            if (_isAsked || list.HasChanged())
            {
                (_isAsked, isTidy) = (false, false);
                await ReloadAsync();
            }
            else if (!isTidy)
            {
                GiveBack(); // by now the history has stored the new targets too
                isTidy = true;
            }
        }
    }

    private async Task ReloadAsync()
    {
        try
        {
            var configured = list.Read();
            await watch.ApplyAsync(configured);
            Refused = null;
            Log.Reloaded(logger, configured.Targets.Count);
            if (!Equals(configured.Listen, _listen))
            {
                Log.ListensElsewhere(logger);
            }
        }
        catch (Exception exception) when (exception is ConfigRefusedException or IOException or UnauthorizedAccessException)
        {
            Refused = exception.Message;
            Log.Refused(logger, exception.Message);
        }
    }

    /// <summary>
    /// Reading leaves ten times as much garbage as it keeps, and idle targets allocate so little that no collection would run for hours.
    /// </summary>
    private static void GiveBack()
    {
        GC.Collect(GC.MaxGeneration, GCCollectionMode.Aggressive, blocking: true, compacting: true);
        NativeHeap.GiveBack();
    }

    private void EndThread()
    {
        _thread?.Dispose();
        _thread = null;
    }

    private static partial class Log
    {
        [LoggerMessage(20, LogLevel.Information, "The configuration is applied: {Targets} targets.")]
        public static partial void Reloaded(ILogger logger, int targets);

        [LoggerMessage(21, LogLevel.Warning, "The changed configuration is invalid; the last valid one stays in use. {Reason}")]
        public static partial void Refused(ILogger logger, string reason);

        [LoggerMessage(22, LogLevel.Warning, "settings.http has changed. Restart the prober to listen on the new address.")]
        public static partial void ListensElsewhere(ILogger logger);
    }
}
