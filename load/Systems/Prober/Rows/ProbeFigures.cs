namespace Load.Systems.Prober.Rows;

/// <summary>The names of the figures, as in the heads of their columns. Counters use them, and findings read them.</summary>
internal static class ProbeFigures
{
    public const string Missed = "missed";
    public const string False = "false";
    public const string Unmatched = "unmatched";
    public const string InFlight = "in flight";
    public const string InTimeWait = "TIME_WAIT";
    public const string LateTail = "late p99 ms";
    public const string LateWithin = "late p99 within ms";

    public const string Resident = "resident MB";
    public const string Managed = "managed MB";

    public const string ReloadCpu = "reload CPU s";
    public const string Moved = "moved";
    public const string Silent = "silent";

    public const string ScrapeCpu = "scrape CPU ms";
    public const string ScrapeTime = "scrape ms";
    public const string ScrapeSize = "scrape MB";
    public const string LateQuiet = "late p99 quiet ms";
    public const string LateScraped = "late p99 scraped ms";
}
