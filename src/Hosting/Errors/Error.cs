namespace Hosting.Errors;

/// <summary>An expected failure, as a value.</summary>
/// <param name="Kind">Decides its form on the wire.</param>
/// <param name="Detail">For the person who sent the request: what was wrong, and what to do.</param>
/// <param name="RetryAfter">When trying again may help; null when it cannot.</param>
public sealed record Error(ErrorKind Kind, string Detail, TimeSpan? RetryAfter = null);
