using Grpc.Core;
using Hosting.Errors;

namespace Hosting.Requests;

/// <summary>A message of a gRPC call that cannot be read: the client's mistake, with the status that gRPC has for it.</summary>
public static class MessageErrors
{
    private static readonly ErrorKind Malformed = new(
        "malformed-message", "A message is malformed", StatusCodes.Status400BadRequest, StatusCode.Internal);

    private static readonly ErrorKind TooLong = new(
        "message-too-long", "A message is too long", StatusCodes.Status413PayloadTooLarge, StatusCode.ResourceExhausted);

    /// <param name="status">The status that gRPC's library gives it.</param>
    public static Error Of(Status status) =>
        new(status.StatusCode == StatusCode.ResourceExhausted ? TooLong : Malformed, $"A message cannot be read: {status.Detail}");

    internal static Error WrongFlag(byte flag) =>
        new(Malformed, $"The first byte of a message is {flag}: it has to be 1 for a compressed one, otherwise 0.");

    internal static Error OfLength(uint bytes) => new(TooLong, $"A message announces {bytes} bytes, which is more than any host takes.");
}
