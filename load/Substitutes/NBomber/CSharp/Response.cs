using NBomber.Contracts;

namespace NBomber.CSharp;

/// <summary>Makes what an iteration returns. Name the arguments: their order differs between <c>Ok</c> and <c>Fail</c>.</summary>
public static class Response
{
    private static readonly Response<object> Success = new("", isError: false, 0, "");
    private static readonly Response<object> Failure = new("", isError: true, 0, "");

    public static Response<object> Ok() => Success;

    public static Response<object> Ok(string statusCode = "", long sizeBytes = 0, string message = "") =>
        new(statusCode, isError: false, sizeBytes, message);

    public static Response<T> Ok<T>(string statusCode = "", long sizeBytes = 0, string message = "") =>
        new(statusCode, isError: false, sizeBytes, message);

    public static Response<object> Fail() => Failure;

    public static Response<object> Fail(string statusCode = "", string message = "", long sizeBytes = 0) =>
        new(statusCode, isError: true, sizeBytes, message);

    public static Response<T> Fail<T>(string statusCode = "", string message = "", long sizeBytes = 0) =>
        new(statusCode, isError: true, sizeBytes, message);
}
