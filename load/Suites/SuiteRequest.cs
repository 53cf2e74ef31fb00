namespace Load.Suites;

/// <param name="OwnFiles">A person's own files are to be sent.</param>
/// <param name="Length">Of the soak.</param>
internal sealed record SuiteRequest(bool OwnFiles = false, TimeSpan? Length = null);
