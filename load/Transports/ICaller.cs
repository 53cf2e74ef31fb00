using Load.Corpus;

namespace Load.Transports;

/// <summary>
/// One user of the service, with one request at a time. What goes wrong on the wire is an <see cref="Answer"/>, never an exception. A call ends
/// when the whole answer is there and read: that is what is timed.
/// </summary>
internal interface ICaller
{
    Task<Answer> SubmitAsync(Upload upload, CancellationToken cancellationToken);

    Task<Answer> LookUpAsync(Digest sha256, CancellationToken cancellationToken);
}
