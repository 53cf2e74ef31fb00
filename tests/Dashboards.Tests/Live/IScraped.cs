namespace Dashboards.Tests.Live;

/// <summary>Something that ran, with a real Prometheus that scraped it meanwhile.</summary>
public interface IScraped
{
    /// <summary>The dashboards that show it.</summary>
    IReadOnlyList<string> Dashboards { get; }

    /// <summary>The system whose rules are about it.</summary>
    string Rules { get; }

    /// <summary>Whether a query is about something that did not run.</summary>
    bool IsAbsent(string query);

    /// <summary>Whether the dashboards have to show a metric; those that all hosts have may be shown elsewhere.</summary>
    bool IsItsOwn(string metric);

    /// <summary>Returns the view of the one run that all tests share; skips the test where Prometheus is not installed.</summary>
    Task<GrafanaView> ViewAsync();
}
