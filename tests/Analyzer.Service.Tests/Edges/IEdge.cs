using Hosting.Errors;

namespace Analyzer.Service.Tests.Edges;

/// <summary>A client of one edge.</summary>
internal interface IEdge : IDisposable
{
    /// <summary>Sends the pieces in this order, waiting for each before it asks for the next.</summary>
    Task<Answer> SubmitAsync(IAsyncEnumerable<byte[]> pieces, string? sha256, long? size, CancellationToken cancellationToken);

    Task<Answer> FindAsync(string sha256, CancellationToken cancellationToken);

    /// <summary>SHA-256 of the reports and the cursor for the next page, in <see cref="Answer.Detail"/>, comma-separated.</summary>
    Task<Answer> ListAsync(Listing arguments, CancellationToken cancellationToken);

    /// <inheritdoc cref="ListAsync(Listing, CancellationToken)"/>
    sealed Task<Answer> ListAsync(string? verdict, int? limit, string? after, CancellationToken cancellationToken) =>
        ListAsync(new Listing { Verdict = verdict, Limit = limit, After = after }, cancellationToken);

    Task<Answer> DeleteAsync(string sha256, CancellationToken cancellationToken);

    /// <summary>How this edge spells a refusal.</summary>
    string StatusOf(ErrorKind kind);
}
