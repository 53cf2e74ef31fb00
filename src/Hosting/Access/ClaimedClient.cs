namespace Hosting.Access;

/// <summary>
/// A client that an untrusted sender names; a feature of the request. It gives no rights: it can only lead to more limits than without it.
/// </summary>
internal sealed record ClaimedClient(string Name);
