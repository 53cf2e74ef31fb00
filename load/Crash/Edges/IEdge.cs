using Load.Corpus;

namespace Load.Crash.Edges;

/// <summary>
/// One way into the service for a client that keeps what it is told. A report is the bytes of its JSON form, over every edge, so that what
/// one edge answered can be compared byte for byte with what another one does. What goes wrong on the wire is a response, never an exception.
/// </summary>
internal interface IEdge : IDisposable
{
    string Name { get; }

    Task<Response<byte[]>> SubmitAsync(Upload upload, CancellationToken cancellationToken);

    Task<Response<byte[]>> FindAsync(Digest id, CancellationToken cancellationToken);

    /// <param name="after">The <see cref="ListedPage.Next"/> of the page before; empty for the first.</param>
    /// <param name="cancellationToken">Ends the wait.</param>
    Task<Response<ListedPage>> ListAsync(string after, CancellationToken cancellationToken);
}
