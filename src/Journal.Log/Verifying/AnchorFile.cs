namespace Journal.Log.Verifying;

/// <summary>A file of anchors, only some lines of which are in memory.</summary>
/// <param name="Name">For messages.</param>
/// <param name="Open">Opens it; called for each reading.</param>
/// <param name="Lines">The number of lines at the first reading.</param>
internal sealed record AnchorFile(string Name, Func<Stream> Open, long Lines);
