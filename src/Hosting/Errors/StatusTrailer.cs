using Google.Protobuf;
using Google.Protobuf.WellKnownTypes;
using Grpc.Core;
using Hosting.Errors.V1;
using Hosting.Settings;

namespace Hosting.Errors;

/// <summary>
/// The trailer with the details of a gRPC refusal: <c>google.rpc.Status</c> with an <c>ErrorInfo</c> and, if trying again may help, a
/// <c>RetryInfo</c> (google.aip.dev/193). Any gRPC client can read it, and a gateway needs no table of kinds.
/// </summary>
public static class StatusTrailer
{
    public const string Name = "grpc-status-details-bin";

    /// <summary>Keys of the <c>ErrorInfo</c>'s metadata, with the members of the problem+json (RFC 9457) of the same error.</summary>
    public const string Status = "status";

    /// <inheritdoc cref="Status"/>
    public const string Title = "title";

    /// <inheritdoc cref="Status"/>
    public const string Type = "type";

    /// <summary>Key of the <c>ErrorInfo</c>'s metadata for whom the refusal concerns. Without it: all clients.</summary>
    public const string Scope = "scope";

    /// <summary>Value of <see cref="Scope"/> for <see cref="ErrorKind.IsOfTheClient"/>.</summary>
    public const string ClientScope = "client";

    private const string TypeUrl = "type.googleapis.com/google.rpc.";

    public static string TypeOf(this HostDescription host, ErrorKind kind) =>
        kind.Type ?? $"urn:{kind.Domain ?? host.Name}:problem:{kind.Slug}";

    /// <returns>Its bytes must not be changed, because they are shared by repeated refusals.</returns>
    public static Metadata.Entry Of(Error error, HostDescription host) => PackedKind.Of(error.Kind, host).Pack(error).Trailer;

    /// <returns>Null when these bytes are not a status, or hold no <c>ErrorInfo</c>.</returns>
    public static RefusalDetails? Read(ReadOnlySpan<byte> trailer)
    {
        try
        {
            var status = RpcStatus.Parser.ParseFrom(trailer);
            var info = Find(status, ErrorInfo.Parser);
            return info is null ? null : new(status.Message, info, Find(status, RetryInfo.Parser)?.RetryDelay?.ToTimeSpan());
        }
        catch (Exception unreadable) when (unreadable is InvalidProtocolBufferException or InvalidOperationException)
        {
            return null;
        }
    }

    internal static Any Pack(IMessage message) =>
        new() { TypeUrl = TypeUrl + message.Descriptor.Name, Value = message.ToByteString() };

    private static T? Find<T>(RpcStatus status, MessageParser<T> parser)
        where T : class, IMessage<T>, new()
    {
        var name = TypeUrl + new T().Descriptor.Name;
        return status.Details.FirstOrDefault(detail => detail.TypeUrl == name) is { } any ? parser.ParseFrom(any.Value) : null;
    }
}

/// <summary>The details of a refusal that arrived over gRPC.</summary>
/// <param name="Message">For the person who sent the request.</param>
/// <param name="RetryAfter">When trying again may help; null when it cannot.</param>
public sealed record RefusalDetails(string Message, ErrorInfo Info, TimeSpan? RetryAfter);
