using Load.Corpus;

namespace Load.Transports;

/// <summary>
/// One user of the service, with one request at a time. What goes wrong on the wire is an <see cref="Answer"/>, never an exception. A call ends
/// when the whole answer is there and read: that is what is timed.
/// </summary>
internal interface ICaller : IDisposable
{
    /// <summary>Reports in a page of the listing.</summary>
    const int PageSize = 50;

    Task<Answer> SubmitAsync(Upload upload, CancellationToken cancellationToken);

    /// <summary>Names the SHA-256 first; the body is sent only when the service does not know it.</summary>
    Task<Answer> SubmitNamedAsync(Upload upload, CancellationToken cancellationToken);

    /// <summary>Breaks off in the middle of the body.</summary>
    Task<Answer> AbortAsync(Upload upload, CancellationToken cancellationToken);

    Task<Answer> LookUpAsync(Digest sha256, CancellationToken cancellationToken);

    /// <summary>A page of <see cref="PageSize"/> reports, newest first.</summary>
    /// <param name="after">The cursor that the page comes after.</param>
    /// <param name="cancellationToken">Ends it.</param>
    Task<Answer> ListAsync(string after, CancellationToken cancellationToken);

    /// <summary>Ceiling: the service saves so many made-up reports, one after another.</summary>
    /// <returns>And when each save was.</returns>
    Task<(Answer Answer, IReadOnlyList<Timing> Saves)> SaveAsync(int count, CancellationToken cancellationToken);

    /// <summary>A request that asks for nothing: what a look-up cannot be faster than.</summary>
    Task<Answer> EmptyAsync(CancellationToken cancellationToken);

    /// <summary>An upload of which the service does only a part: what a submission cannot be faster than.</summary>
    Task<Answer> UploadAsync(Upload upload, UploadStep step, CancellationToken cancellationToken);
}
