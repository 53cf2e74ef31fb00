namespace Load.Crash.Edges;

/// <param name="Reports">In their JSON form, as <see cref="IEdge"/> has it.</param>
/// <param name="Next">Where the next page begins; empty on the last.</param>
internal sealed record ListedPage(IReadOnlyList<byte[]> Reports, string Next);
