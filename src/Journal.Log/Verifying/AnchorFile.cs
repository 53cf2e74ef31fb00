namespace Journal.Log.Verifying;

/// <summary>A file of anchors of which not all lines are in memory.</summary>
/// <param name="Name">For messages.</param>
/// <param name="Open">Opens it; called for each reading.</param>
/// <param name="Lines">So many were there at the first reading.</param>
internal sealed record AnchorFile(string Name, Func<Stream> Open, long Lines);
