namespace Prober.Features.Maintenance;

/// <summary>The maintenance windows of the current configuration.</summary>
internal sealed class MaintenanceCalendar
{
    private volatile IReadOnlyList<MaintenanceWindow> _windows = [];

    public IReadOnlyList<MaintenanceWindow> Windows => _windows;

    public void Use(IReadOnlyList<MaintenanceWindow> windows) => _windows = windows;

    /// <summary>The windows that are open at a given moment.</summary>
    public OpenWindows At(long now) => new(
    [
        .. from window in _windows
           from range in window.Occurrences(new(now, now + 1))
           select (window.Selector, range.Start),
    ]);

    /// <summary>Whether a target is in maintenance at a given moment.</summary>
    public bool Covers(string kind, string name, IReadOnlyDictionary<string, string> labels, long now)
    {
        foreach (var window in _windows)
        {
            if (window.Selector.Matches(kind, name, labels) && window.IsIn(now))
            {
                return true;
            }
        }

        return false;
    }
}
