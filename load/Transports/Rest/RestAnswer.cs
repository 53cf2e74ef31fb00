using System.Net;
using System.Net.Sockets;
using System.Security.Authentication;

namespace Load.Transports.Rest;

/// <summary>What the answers of REST mean, whichever version of HTTP they came over.</summary>
internal static class RestAnswer
{
    /// <summary>Makes an answer of a status and a body.</summary>
    public delegate Answer Reader(HttpStatusCode status, ReadOnlySpan<byte> body);

    /// <summary>To a file, or a look-up.</summary>
    public static Answer Report(HttpStatusCode status, ReadOnlySpan<byte> body) => status switch
    {
        HttpStatusCode.Created => ReportJson.Read(body, Reply.New),
        HttpStatusCode.OK => ReportJson.Read(body, Reply.Known),
        _ => Problem(status, body),
    };

    /// <summary>To a listing.</summary>
    public static Answer Page(HttpStatusCode status, ReadOnlySpan<byte> body) =>
        status == HttpStatusCode.OK ? Listing.Read(body) : Problem(status, body);

    /// <summary>To a ceiling that counts.</summary>
    public static Answer Count(HttpStatusCode status, ReadOnlySpan<byte> body) =>
        status == HttpStatusCode.OK ? ReportJson.Read(body, Reply.Counted) : Problem(status, body);

    /// <summary>To a request that asks for nothing.</summary>
    public static Answer Empty(HttpStatusCode status, ReadOnlySpan<byte> body) =>
        status != HttpStatusCode.OK ? Problem(status, body)
        : body.SequenceEqual("ok"u8) ? Answer.Counted(0)
        : Answer.Failed("the answer is not ok");

    /// <summary>When there was none.</summary>
    /// <returns>Null when it is not the wire that went wrong.</returns>
    public static Answer? None(Exception exception, CancellationToken cancellationToken) => exception switch
    {
        OperationCanceledException when cancellationToken.IsCancellationRequested => Answer.TimedOut(),
        HttpRequestException or IOException or SocketException or AuthenticationException => Answer.Failed((exception.InnerException ?? exception).Message),
        _ => null,
    };

    private static Answer Problem(HttpStatusCode status, ReadOnlySpan<byte> body) => Answer.Failed(ReportJson.Problem((int)status, body));
}
