using Grpc.Core;
using Hosting.Errors;

namespace Hosting.Requests;

/// <summary>The names of methods are case-sensitive (RFC 9110, section 9.1); ASP.NET Core's routes are not.</summary>
internal static class MethodNames
{
    private static readonly ErrorKind NotKnown = new(
        "unknown-method", "The method is not known", StatusCodes.Status501NotImplemented, StatusCode.Unimplemented);

    /// <returns>Null when the request may go on.</returns>
    public static Error? Check(string method) =>
        HttpMethods.GetCanonicalizedValue(method) is var name && name.Equals(method, StringComparison.Ordinal)
            ? null
            : new(NotKnown, $"The names of methods are case-sensitive: write {name}.");
}
