using System.Net;
using System.Text.Json;
using Grpc.Core;
using Hosting.Errors;
using Hosting.Uploads;
using Prober.Features.History.Storage;
using Prober.Features.Settings;

namespace Prober.Features.Targets;

/// <summary>
/// What a person asks this prober to change. A body has to be JSON, which a page of another site cannot send, and the caller has to be on
/// this machine and call it by its own name, unless a setting allows others.
/// </summary>
internal static class ChangeRequest
{
    private const int MaxBodyBytes = 64 << 10;

    public static readonly ErrorKind NotAllowed =
        new("changes-off", "Changes are not allowed", StatusCodes.Status403Forbidden, StatusCode.PermissionDenied);

    public static readonly ErrorKind Unavailable =
        new("history-unavailable", "The history cannot be written", StatusCodes.Status503ServiceUnavailable, StatusCode.Unavailable);

    /// <returns>Why the caller may change nothing; null if it may.</returns>
    public static Error? WhyNot(HttpContext context, ProberOptions options) =>
        options.AllowChanges
        || (context.Connection.RemoteIpAddress is { } remote && IPAddress.IsLoopback(remote) && IsLocal(context.Request.Host.Host))
            ? null
            : new Error(NotAllowed, "Only clients on this machine may do that. To allow others, set Prober:AllowChanges=true.");

    public static Error NotKept(HistoryUnavailableException exception) => new(Unavailable, exception.Message);

    public static async ValueTask<Result<T>> ReadAsync<T>(HttpRequest request, TimeProvider time)
        where T : class
    {
        using var body = new GrowingBody(MaxBodyBytes);
        if (request.HasJsonContentType() && await body.ReadAsync(request, time) is { } unread)
        {
            return unread;
        }

        return Parse<T>(body.Bytes.Span) is { } read
            ? read
            : new Error(TargetsEndpoints.InvalidArgument, "Send a JSON object as application/json.");
    }

    /// <returns>Null when it is not such an object.</returns>
    private static T? Parse<T>(ReadOnlySpan<byte> json)
        where T : class
    {
        try
        {
            return JsonSerializer.Deserialize<T>(json, JsonSerializerOptions.Web);
        }
        catch (JsonException)
        {
            return null;
        }
    }

    /// <summary>A foreign name that resolves to this machine is not one of its own names.</summary>
    private static bool IsLocal(string host) =>
        host == "localhost" || (IPAddress.TryParse(host.Trim('[', ']'), out var address) && IPAddress.IsLoopback(address));
}
