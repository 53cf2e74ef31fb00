using NBomber.Contracts;

namespace NBomber.CSharp;

/// <summary>Makes what an iteration returns.</summary>
public static class Response
{
    private static readonly Response<object> Success = new(isError: false, "");

    public static Response<object> Ok() => Success;

    public static Response<object> Fail(string message = "") => new(isError: true, message);
}
