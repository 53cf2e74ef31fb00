using System.Net;
using System.Net.Sockets;
using System.Security.Authentication;
using Load.Measuring;

namespace Load.Systems.Analyzer.Transports.Rest;

/// <summary>Reads the answers of REST, whichever version of HTTP they came over.</summary>
internal static class RestResponse
{
    /// <summary>Makes an answer of a status and a body.</summary>
    public delegate AnalyzerResponse Reader(HttpStatusCode status, ReadOnlySpan<byte> body);

    /// <summary>Reads the answer to an upload or a look-up.</summary>
    public static AnalyzerResponse Report(HttpStatusCode status, ReadOnlySpan<byte> body) => status switch
    {
        HttpStatusCode.Created => RestReport.Read(body, AnalyzerResponseKind.New),
        HttpStatusCode.OK => RestReport.Read(body, AnalyzerResponseKind.Known),
        _ => Problem(status, body),
    };

    /// <summary>Reads the answer to a listing.</summary>
    public static AnalyzerResponse Page(HttpStatusCode status, ReadOnlySpan<byte> body) =>
        status == HttpStatusCode.OK ? Listing.Read(body) : Problem(status, body);

    /// <summary>Reads the answer to a ceiling that counts.</summary>
    public static AnalyzerResponse Count(HttpStatusCode status, ReadOnlySpan<byte> body) =>
        status == HttpStatusCode.OK ? RestReport.Read(body, AnalyzerResponseKind.Counted) : Problem(status, body);

    /// <summary>Reads the answer to an empty request.</summary>
    public static AnalyzerResponse Empty(HttpStatusCode status, ReadOnlySpan<byte> body) =>
        status != HttpStatusCode.OK ? Problem(status, body)
        : body.SequenceEqual("ok"u8) ? AnalyzerResponse.Counted(0)
        : AnalyzerResponse.Failed("the answer is not ok");

    /// <summary>Turns the failure to get an answer into a response.</summary>
    /// <returns>Null when it is not the wire that went wrong.</returns>
    public static AnalyzerResponse? None(Exception exception, CancellationToken cancellationToken) => exception switch
    {
        OperationCanceledException when cancellationToken.IsCancellationRequested => AnalyzerResponse.TimedOut(),
        SocketException { SocketErrorCode: SocketError.AddressNotAvailable } =>
            AnalyzerResponse.Failed(Validity.NoFreePort),
        HttpRequestException or IOException or SocketException or AuthenticationException =>
            AnalyzerResponse.Failed((exception.InnerException ?? exception).Message),
        _ => null,
    };

    private static AnalyzerResponse Problem(HttpStatusCode status, ReadOnlySpan<byte> body) =>
        status == HttpStatusCode.TooManyRequests ? AnalyzerResponse.Refused(RestReport.Problem((int)status, body))
        : status == HttpStatusCode.NotFound ? AnalyzerResponse.Declined(RestReport.Problem((int)status, body))
        : status == HttpStatusCode.Unauthorized ? AnalyzerResponse.WithoutKey(RestReport.Problem((int)status, body))
        : AnalyzerResponse.Failed(RestReport.Problem((int)status, body));
}
