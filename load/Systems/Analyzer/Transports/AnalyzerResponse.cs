using Load.Systems.Analyzer.Corpus;

namespace Load.Systems.Analyzer.Transports;

/// <summary>The answer to a request, as far as the lab checks it.</summary>
/// <param name="Kind">The kind of answer.</param>
/// <param name="Sha256">The report's hash.</param>
/// <param name="Verdict">The report's verdict.</param>
/// <param name="Size">The size in the report, or the bytes that were counted.</param>
/// <param name="Fault">The failure, without anything that differs from request to request; null when there was none.</param>
internal readonly record struct AnalyzerResponse(
    AnalyzerResponseKind Kind, Digest Sha256, ReportVerdict Verdict, long Size, string? Fault = null)
{
    public static AnalyzerResponse Counted(long size) => new(AnalyzerResponseKind.Counted, default, default, size);

    public static AnalyzerResponse Aborted() => new(AnalyzerResponseKind.Aborted, default, default, 0);

    public static AnalyzerResponse Failed(string fault) => new(AnalyzerResponseKind.Failed, default, default, 0, fault);

    /// <param name="told">The status that says so.</param>
    public static AnalyzerResponse Refused(string told) => new(AnalyzerResponseKind.Refused, default, default, 0, told);

    /// <param name="told">The status that says so.</param>
    public static AnalyzerResponse Declined(string told) => new(AnalyzerResponseKind.Declined, default, default, 0, told);

    /// <param name="told">The status that says so.</param>
    public static AnalyzerResponse WithoutKey(string told) => new(AnalyzerResponseKind.WithoutKey, default, default, 0, told);

    public static AnalyzerResponse TimedOut() => new(AnalyzerResponseKind.TimedOut, default, default, 0, "timed out");
}

/// <summary>The kind of a response.</summary>
internal enum AnalyzerResponseKind
{
    /// <summary>A report, of a file that was not known.</summary>
    New,

    /// <summary>A report, of a file that was known.</summary>
    Known,

    /// <summary>A page of reports.</summary>
    Listed,

    /// <summary>The answer of a ceiling: no report, but how many bytes were read.</summary>
    Counted,

    /// <summary>None, since the caller broke off.</summary>
    Aborted,

    /// <summary>The service has too much to do: 429, or RESOURCE_EXHAUSTED.</summary>
    Refused,

    /// <summary>The file is not known: 404, or NOT_FOUND.</summary>
    Declined,

    /// <summary>The key does not hold: 401, or UNAUTHENTICATED.</summary>
    WithoutKey,

    /// <summary>Something else, or nothing.</summary>
    Failed,

    /// <summary>Nothing within the time allowed, or the lab was stopped.</summary>
    TimedOut,
}
