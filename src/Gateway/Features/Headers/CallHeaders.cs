using System.Collections.Frozen;
using System.Diagnostics;
using Gateway.Features.Errors;
using Hosting.Access;
using Hosting.Errors;
using Hosting.Limits;
using Hosting.Uploads;
using Microsoft.Extensions.Primitives;

namespace Gateway.Features.Headers;

/// <summary>The header fields of a call to a backend. Hop-by-hop fields (RFC 9110, section 7.6.1) are not passed on.</summary>
internal static class CallHeaders
{
    public const string Timeout = "grpc-timeout";

    private const string GrpcType = "application/grpc";
    private const string TraceParent = "traceparent";
    private const string TraceState = "tracestate";
    private const string ForwardedFor = "x-forwarded-for";

    private static readonly FrozenSet<string> HopByHop = new[]
    {
        "connection", "keep-alive", "proxy-connection", "proxy-authenticate", "proxy-authorization", "te", "trailer",
        "transfer-encoding", "upgrade", "host",
    }.ToFrozenSet(StringComparer.OrdinalIgnoreCase);

    /// <summary>The client controls these fields, so the gateway writes them itself or not at all.</summary>
    private static readonly FrozenSet<string> NotBelieved = new[]
    {
        ForwardedFor, AccessOptions.ClientField, "x-forwarded-host", "x-forwarded-proto", "forwarded", "x-real-ip",
    }.ToFrozenSet(StringComparer.OrdinalIgnoreCase);

    /// <summary>The fields that the gateway writes itself.</summary>
    public static List<KeyValuePair<string, string>> Of(HttpContext context)
    {
        var headers = new List<KeyValuePair<string, string>>(8);
        if (context.Connection.RemoteIpAddress is { } client)
        {
            headers.Add(new(ForwardedFor, client.ToString()));
        }

        // The backend believes this field only from gateways that it trusts.
        headers.Add(new(AccessOptions.ClientField, ClientName.Of(context)));

        // If the gateway has a span, the backend's is its child; otherwise the client's trace context is passed on.
        var span = Activity.Current is { IdFormat: ActivityIdFormat.W3C } current ? current : null;
        Add(headers, TraceParent, span?.Id ?? context.Request.Headers.TraceParent);
        Add(headers, TraceState, span is null ? context.Request.Headers.TraceState : span.TraceStateString);
        return headers;
    }

    /// <summary>Adds that the gateway ends the stream of an upload in order, so that the backend need not wait for that.</summary>
    public static List<KeyValuePair<string, string>> EndingWhenAnswered(this List<KeyValuePair<string, string>> headers)
    {
        headers.Add(new(EarlyResponses.EndsWhenAnswered, "true"));
        return headers;
    }

    /// <summary>
    /// The client's fields with those of <see cref="Of"/>. No value is changed, but each binary one gets a line of its own. The caller
    /// writes the time-out.
    /// </summary>
    /// <param name="context">The client's request.</param>
    /// <param name="takesKeys">The gateway knows its clients by keys or tokens: one that it asked for is not passed on.</param>
    /// <param name="toAnalyzers">It goes to analyzers, which would refuse the page of another site that the gateway let pass.</param>
    public static PassedHeaders Pass(HttpContext context, bool takesKeys, bool toAnalyzers)
    {
        var headers = Of(context);
        var lines = headers.Count;
        var isKnown = takesKeys && context.User.Identity is { IsAuthenticated: true };
        var bytes = 0L;
        Error? problem = null;
        foreach (var (name, sent) in context.Request.Headers)
        {
            var isBinary = BinaryValues.AreNamed(name);
            var values = isBinary ? BinaryValues.Separate(sent) : sent;
            foreach (var value in values)
            {
                bytes += SizeOf(name, value ?? "");
                problem ??= isBinary ? BinaryValues.IsBase64(value) ? null : GatewayErrors.MetadataNotBase64(name)
                    : value?.Contains(FieldLines.Mark) == true ? GatewayErrors.MetadataCharacter
                    : null;
            }

            if (!name.StartsWith(':') && !HopByHop.Contains(name) && !NotBelieved.Contains(name) && !IsOurs(name)
                && !(isKnown && IsKey(name)) && !(toAnalyzers && IsOfABrowser(name)))
            {
                headers.Add(new(name, values.Count == 1 ? values.ToString() : FieldLines.Combine(values)));
                lines += values.Count;
            }
        }

        return new(headers, bytes, lines, problem);
    }

    /// <summary>The size of a field as HTTP/2 and gRPC count it (RFC 7541, section 4.1).</summary>
    public static long SizeOf(string name, string value) => name.Length + value.Length + 32L;

    /// <summary>The size of all fields.</summary>
    public static long SizeOf(IEnumerable<KeyValuePair<string, string>> fields) =>
        fields.Sum(static field => SizeOf(field.Key, field.Value));

    /// <summary>Whether a content type is gRPC's: followed by a <c>+format</c>, parameters or nothing. gRPC-Web has another type.</summary>
    public static bool IsGrpc(string? contentType) =>
        contentType is not null
        && contentType.StartsWith(GrpcType, StringComparison.OrdinalIgnoreCase)
        && (contentType.Length == GrpcType.Length || contentType[GrpcType.Length] is '+' or ';' or ' ');

    /// <summary>
    /// Whether a response field is passed on to the client. The length is not: as gRPC-Web the same response has another one.
    /// </summary>
    public static bool Passes(string name) =>
        !HopByHop.Contains(name) && !name.Equals("content-length", StringComparison.OrdinalIgnoreCase);

    /// <summary>A field in which an analyzer looks for the client's key.</summary>
    public static bool IsKey(string name) =>
        name.Equals("authorization", StringComparison.OrdinalIgnoreCase) || name.Equals("x-api-key", StringComparison.OrdinalIgnoreCase);

    /// <summary>Browsers tell by it which site a page is of.</summary>
    private static bool IsOfABrowser(string name) =>
        name.Equals("origin", StringComparison.OrdinalIgnoreCase) || name.StartsWith("sec-fetch-", StringComparison.OrdinalIgnoreCase);

    private static bool IsOurs(string name) =>
        name.Equals(Timeout, StringComparison.OrdinalIgnoreCase)
        || name.Equals(TraceParent, StringComparison.OrdinalIgnoreCase)
        || name.Equals(TraceState, StringComparison.OrdinalIgnoreCase)
        || name.Equals("content-type", StringComparison.OrdinalIgnoreCase)
        || name.Equals("content-length", StringComparison.OrdinalIgnoreCase)
        || name.Equals(EarlyResponses.EndsWhenAnswered, StringComparison.OrdinalIgnoreCase);

    private static void Add(List<KeyValuePair<string, string>> headers, string name, StringValues value)
    {
        if (value.Count > 0)
        {
            headers.Add(new(name, value.ToString()));
        }
    }
}

/// <summary>The fields of a call that is passed on.</summary>
/// <param name="Fields">Each with all its values.</param>
/// <param name="Bytes">The size of the client's fields, as the limit counts it.</param>
/// <param name="Lines">How many lines they are: each value is one.</param>
/// <param name="Problem">Why they cannot be passed on; null if they can.</param>
internal readonly record struct PassedHeaders(List<KeyValuePair<string, string>> Fields, long Bytes, int Lines, Error? Problem)
{
    /// <summary>
    /// Most servers take 100 fields in a request, and nine of them are the gateway's own (RFC 9113, section 8.3, te, content-type,
    /// grpc-timeout, grpc-previous-rpc-attempts, authorization). For more than twice as many Kestrel ends the connection, and with it the
    /// calls of other clients.
    /// </summary>
    public const int MaxLines = 91;
}
