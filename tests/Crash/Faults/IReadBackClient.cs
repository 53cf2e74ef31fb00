namespace Crash.Faults;

/// <summary>
/// One way into a system, for a client that asks for what the system acknowledged. An entry is its bytes in one form over every way, so
/// that verification can compare byte for byte. A failure on the wire is a response, never an exception.
/// </summary>
internal interface IReadBackClient : IDisposable
{
    /// <summary>The name of the way, such as <c>rest</c>.</summary>
    string Way { get; }

    Task<Response<byte[]>> FindAsync(string id, CancellationToken cancellationToken);

    /// <param name="after">The <see cref="ReadBackPage.Next"/> of the previous page; empty for the first page.</param>
    /// <param name="cancellationToken">Ends the wait.</param>
    Task<Response<ReadBackPage>> ListAsync(string after, CancellationToken cancellationToken);
}

/// <param name="Entries">The entries of the page with their identities.</param>
/// <param name="Next">Where the next page begins; empty on the last page.</param>
internal sealed record ReadBackPage(IReadOnlyList<(string Id, byte[] Content)> Entries, string Next);
