namespace NBomber.Contracts;

/// <summary>The outcome of one iteration.</summary>
public interface IResponse
{
    string StatusCode { get; }

    bool IsError { get; }

    /// <summary>Bytes moved by the iteration, as the scenario states them.</summary>
    long SizeBytes { get; }

    string Message { get; }
}

/// <summary>An <see cref="IResponse"/>; <typeparamref name="T"/> is there because the package's type has a payload.</summary>
public sealed record Response<T> : IResponse
{
    internal Response(string statusCode, bool isError, long sizeBytes, string message) =>
        (StatusCode, IsError, SizeBytes, Message) = (statusCode, isError, sizeBytes, message);

    public string StatusCode { get; }

    public bool IsError { get; }

    public long SizeBytes { get; }

    public string Message { get; }
}
