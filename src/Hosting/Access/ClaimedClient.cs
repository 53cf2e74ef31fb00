namespace Hosting.Access;

/// <summary>
/// A client that a sender names who is not trusted; a feature of the request. It says nothing of who may do what: it may only have more
/// limited than without it.
/// </summary>
internal sealed record ClaimedClient(string Name);
