namespace Grpc.Core;

/// <summary>A client's options for one call.</summary>
/// <param name="headers">Sent with the request.</param>
/// <param name="deadline">The time, in UTC, at which the call ends with <see cref="StatusCode.DeadlineExceeded"/> on both sides.</param>
/// <param name="cancellationToken">Ends the call with <see cref="StatusCode.Cancelled"/>.</param>
/// <param name="writeOptions">The options of the request stream.</param>
public readonly struct CallOptions(
    Metadata? headers = null,
    DateTime? deadline = null,
    CancellationToken cancellationToken = default,
    WriteOptions? writeOptions = null)
{
    public Metadata? Headers { get; private init; } = headers;

    public DateTime? Deadline { get; private init; } = deadline;

    public CancellationToken CancellationToken { get; private init; } = cancellationToken;

    public WriteOptions? WriteOptions { get; private init; } = writeOptions;

    public CallOptions WithHeaders(Metadata headers) => this with { Headers = headers };

    public CallOptions WithDeadline(DateTime deadline) => this with { Deadline = deadline };

    public CallOptions WithCancellationToken(CancellationToken cancellationToken) => this with { CancellationToken = cancellationToken };

    public CallOptions WithWriteOptions(WriteOptions writeOptions) => this with { WriteOptions = writeOptions };
}
