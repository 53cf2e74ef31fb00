namespace Load.Transports;

/// <summary>What came back.</summary>
internal enum Reply
{
    /// <summary>A report, of a file that was not known.</summary>
    New,

    /// <summary>A report, of a file that was known.</summary>
    Known,

    /// <summary>A page of reports.</summary>
    Listed,

    /// <summary>What a ceiling answers: no report, but how many bytes were read.</summary>
    Counted,

    /// <summary>None, since the caller broke off.</summary>
    Aborted,

    /// <summary>Something else, or nothing.</summary>
    Failed,

    /// <summary>Nothing within the time allowed, or the lab was stopped.</summary>
    TimedOut,
}
