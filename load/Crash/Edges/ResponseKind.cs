namespace Load.Crash.Edges;

/// <summary>What an answer says.</summary>
internal enum ResponseKind
{
    /// <summary>A report, of a file that was not known.</summary>
    New,

    /// <summary>What was asked for.</summary>
    Known,

    /// <summary>There is no such report.</summary>
    NotFound,

    /// <summary>Not now, said as the contract has it: 503 or 429 with Retry-After, UNAVAILABLE or RESOURCE_EXHAUSTED.</summary>
    Refused,

    /// <summary>The connection ended, or time was up, before a whole answer was there.</summary>
    Unanswered,

    /// <summary>Something that the contract has no place for.</summary>
    Wrong,
}
