using Load.Measuring;
using Load.Systems.Analyzer.Corpus;

namespace Load.Systems.Analyzer.Transports;

/// <summary>
/// One user of the service, with one request at a time. A failure on the wire is an <see cref="AnalyzerResponse"/>, never an
/// exception. A call ends when the whole answer is there and read: that is what is timed.
/// </summary>
internal interface ICaller : IDisposable
{
    /// <summary>Reports in a page of the listing.</summary>
    const int PageSize = 50;

    Task<AnalyzerResponse> SubmitAsync(Upload upload, CancellationToken cancellationToken);

    /// <summary>Names the SHA-256 first; the body is sent only when the service asks for it.</summary>
    /// <param name="upload">The file.</param>
    /// <param name="over">How long the sender takes for the body at least; zero for as fast as it can.</param>
    /// <param name="cancellationToken">Ends it.</param>
    Task<AnalyzerResponse> SubmitNamedAsync(Upload upload, TimeSpan over, CancellationToken cancellationToken);

    /// <summary>Breaks off in the middle of the body.</summary>
    Task<AnalyzerResponse> AbortAsync(Upload upload, CancellationToken cancellationToken);

    Task<AnalyzerResponse> LookUpAsync(Digest sha256, CancellationToken cancellationToken);

    /// <summary>A page of <see cref="PageSize"/> reports, newest first.</summary>
    /// <param name="after">The cursor that the page comes after.</param>
    /// <param name="cancellationToken">Ends it.</param>
    Task<AnalyzerResponse> ListAsync(string after, CancellationToken cancellationToken);

    /// <summary>Ceiling: the service saves so many generated reports, one after another.</summary>
    /// <returns>The response, and the start and duration of each save.</returns>
    Task<(AnalyzerResponse Response, IReadOnlyList<TimedSpan> Saves)> SaveAsync(int count, CancellationToken cancellationToken);

    /// <summary>A request that asks for nothing: what a look-up cannot be faster than.</summary>
    Task<AnalyzerResponse> EmptyAsync(CancellationToken cancellationToken);

    /// <summary>An upload of which the service does only a part: what a submission cannot be faster than.</summary>
    Task<AnalyzerResponse> UploadAsync(Upload upload, UploadStep step, CancellationToken cancellationToken);
}
