using Prober.Engine.Timelines;
using Prober.Features.Alerts;
using Prober.Features.History;
using Prober.Features.History.Storage;
using Prober.Features.Notifications;

namespace Prober.Features.Reports;

/// <summary>Sends the availability of all targets on a schedule. A time at which the prober did not run is passed over.</summary>
internal sealed partial class SlaReportService(
    HistoryFile file, HistoryKeeper keeper, NotifierList notifiers, AlertBook alerts, TimeProvider time, ILogger<SlaReportService> logger)
    : BackgroundService
{
    private const int MaxLines = 50;
    private static readonly TimeSpan Period = TimeSpan.FromSeconds(1);

    private readonly Lock _gate = new();
    private SlaSchedule? _schedule;
    private DateTimeOffset _next = DateTimeOffset.MaxValue;

    /// <param name="schedule">Null for no reports.</param>
    public void Use(SlaSchedule? schedule)
    {
        lock (_gate)
        {
            _next = schedule is null ? DateTimeOffset.MaxValue : schedule.Equals(_schedule) ? _next : schedule.Next(time.GetUtcNow());
            _schedule = schedule;
        }
    }

    /// <summary>The message about a window.</summary>
    public static Notice Make(AvailabilityReport report, SlaSchedule schedule, DateTimeOffset at)
    {
        var rows = report.Rows.OrderBy(row => row.Availability.Ratio ?? 1).ThenBy(row => row.Key.Name, StringComparer.Ordinal).ToList();
        IEnumerable<string> lines = rows.Take(MaxLines).Select(row => Line(row, report.Window));
        lines = rows.Count > MaxLines ? [.. lines, $"and {rows.Count - MaxLines} others"] : lines;
        var name = $"{schedule.Every}".ToLowerInvariant();
        var targets = rows.Count == 1 ? "1 target" : FormattableString.Invariant($"{rows.Count} targets");
        return new(NoticeKind.Report, null, at, $"Availability, {name}: {targets}")
        {
            Report = [.. lines],
        };
    }

    protected override async Task ExecuteAsync(CancellationToken stoppingToken)
    {
        using var timer = new PeriodicTimer(Period, time);
        while (await timer.WaitForNextTickAsync(stoppingToken))
        {
            if (Take() is { } due && alerts.IsTeller())
            {
                await SendAsync(due.Schedule, due.At, stoppingToken);
            }
        }
    }

    private (SlaSchedule Schedule, DateTimeOffset At)? Take()
    {
        lock (_gate)
        {
            if (_schedule is null || time.GetUtcNow() < _next)
            {
                return null;
            }

            var at = _next;
            _next = _schedule.Next(time.GetUtcNow());
            return (_schedule, at);
        }
    }

    private async Task SendAsync(SlaSchedule schedule, DateTimeOffset at, CancellationToken cancellationToken)
    {
        try
        {
            var window = new TimeRange(schedule.Start(at).ToUnixTimeMilliseconds(), at.ToUnixTimeMilliseconds());
            var report = await file.ReadAsync(reader => AvailabilityReport.Read(reader, window), cancellationToken);
            var (body, now) = ($"{Make(report, schedule, at)}", time.GetUtcNow().ToUnixTimeMilliseconds());
            string[] names =
            [
                .. notifiers.On(schedule.Channels).Where(one => !one.Notifier.KeepsAlerts).Select(one => one.Name),
            ];
            if (names.Length == 0)
            {
                Log.Nobody(logger);
            }

            keeper.Add(writer => Array.ForEach(names, name => writer.SendAboutAll(name, NoticeKind.Report, now, body)));
        }
        catch (HistoryUnavailableException exception)
        {
            Log.NotSent(logger, exception.Message);
        }
    }

    private static string Line(AvailabilityRow row, TimeRange window)
    {
        var share = row.Availability.Ratio is { } fraction ? FormattableString.Invariant($"{Floor(fraction):0.###} %") : "unknown";
        var outages = row.Outages(window).Count();
        return $"{row.Key.Kind} {row.Key.Name}: {share}" + (outages switch
        {
            0 => "",
            1 => $", down once for {Words(row.Availability.Down)}",
            _ => $", down {outages} times for {Words(row.Availability.Down)}",
        });
    }

    /// <summary>Never rounded up to 100.</summary>
    private static double Floor(double fraction) => Math.Floor(fraction * 100_000) / 1000;

    private static string Words(long milliseconds) => $"{TimeSpan.FromSeconds(Math.Round(milliseconds / 1000.0)):c}";

    private static partial class Log
    {
        [LoggerMessage(
            50, LogLevel.Warning,
            "The report of the availability has no receiver: settings.sla has no channel of a notifier that takes reports.")]
        public static partial void Nobody(ILogger logger);

        [LoggerMessage(51, LogLevel.Warning, "The report of the availability was not sent: {Reason}")]
        public static partial void NotSent(ILogger logger, string reason);
    }
}
