namespace Analyzer.Service.Features.Commands;

/// <summary>Reports every few seconds how far a command is.</summary>
internal sealed class ProgressView(string command, MaintenanceContext context)
{
    private static readonly TimeSpan Interval = TimeSpan.FromSeconds(5);

    private readonly long _started = context.Time.GetTimestamp();
    private long _told = context.Time.GetTimestamp();

    public async ValueTask ReportAsync(long reports)
    {
        if (context.Time.GetElapsedTime(_told) >= Interval)
        {
            _told = context.Time.GetTimestamp();
            await context.Messages.WriteLineAsync($"{command}: {Sum(reports)}");
        }
    }

    /// <summary>Such as <c>1,000,000 reports in 52.1 s (19,194/s)</c>.</summary>
    public string Sum(long reports)
    {
        var seconds = context.Time.GetElapsedTime(_started).TotalSeconds;
        return $"{reports:n0} reports in {seconds:0.0} s ({reports / Math.Max(seconds, 0.001):n0}/s)";
    }
}
