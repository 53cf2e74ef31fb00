namespace NBomber.Contracts;

/// <summary>The outcome of one iteration.</summary>
public interface IResponse
{
    bool IsError { get; }

    string Message { get; }
}

/// <summary>An <see cref="IResponse"/>; <typeparamref name="T"/> is there because the package's type has a payload.</summary>
public sealed record Response<T> : IResponse
{
    internal Response(bool isError, string message) => (IsError, Message) = (isError, message);

    public bool IsError { get; }

    public string Message { get; }
}
