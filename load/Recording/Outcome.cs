namespace Load.Recording;

internal enum Outcome
{
    Ok,

    /// <summary>The request failed: refused, broken off, or not answered with a report.</summary>
    Failed,

    TimedOut,

    /// <summary>Answered, and wrongly: another file's report, another verdict, "new" for "known". As bad as a failure.</summary>
    Wrong,
}
