namespace Grpc.Core;

/// <summary>What a client says of one call.</summary>
/// <param name="headers">Sent with the request.</param>
/// <param name="deadline">When the call ends with <see cref="StatusCode.DeadlineExceeded"/>, on both sides; in UTC.</param>
/// <param name="cancellationToken">Ends the call with <see cref="StatusCode.Cancelled"/>.</param>
/// <param name="writeOptions">Of the request stream.</param>
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
