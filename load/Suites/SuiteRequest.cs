namespace Load.Suites;

/// <param name="OwnFiles">A person's own files are to be sent.</param>
/// <param name="Length">Of the soak.</param>
/// <param name="Stores">That can be measured: a server has to be named for Elasticsearch.</param>
/// <param name="StoreUrl">The server that was named.</param>
/// <param name="Reports">Of the larger store of <c>volume</c>.</param>
internal sealed record SuiteRequest(
    bool OwnFiles = false, TimeSpan? Length = null, IReadOnlyList<string>? Stores = null, string? StoreUrl = null, long? Reports = null);
