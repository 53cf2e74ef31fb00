using System.Buffers.Binary;
using System.Net;
using System.Net.Http.Headers;
using Google.Protobuf;

namespace Hosting.Otlp;

/// <summary>One export, as a collector takes it: a body of protobuf over HTTP, or a unary call of gRPC.</summary>
internal static class OtlpRequest
{
    private const int PrefixBytes = 5; // a flag and a length: https://github.com/grpc/grpc/blob/master/doc/PROTOCOL-HTTP2.md
    private const string Status = "grpc-status", Message = "grpc-message";

    public static HttpRequestMessage Create(CollectorEndpoint endpoint, IMessage message)
    {
        var request = new HttpRequestMessage(HttpMethod.Post, endpoint.Address);
        if (!endpoint.IsGrpc)
        {
            request.Content = Body(message.ToByteArray(), "application/x-protobuf");
            return request;
        }

        var framed = new byte[PrefixBytes + message.CalculateSize()];
        BinaryPrimitives.WriteInt32BigEndian(framed.AsSpan(1), framed.Length - PrefixBytes);
        message.WriteTo(framed.AsSpan(PrefixBytes));
        request.Content = Body(framed, "application/grpc");
        (request.Version, request.VersionPolicy) = (HttpVersion.Version20, HttpVersionPolicy.RequestVersionExact);
        request.Headers.TE.Add(new("trailers"));
        return request;
    }

    /// <param name="endpoint">That was asked.</param>
    /// <param name="answer">Read to its end.</param>
    /// <exception cref="HttpRequestException">The collector refused; the message says why.</exception>
    public static void EnsureTaken(CollectorEndpoint endpoint, HttpResponseMessage answer)
    {
        answer.EnsureSuccessStatusCode();
        if (endpoint.IsGrpc && (Field(answer, Status) ?? "none") is not "0" and var status)
        {
            throw new HttpRequestException($"The collector answered with gRPC's status {status}: {Field(answer, Message) ?? "no reason"}.");
        }
    }

    /// <summary>An answer without a message has its status in the headers.</summary>
    private static string? Field(HttpResponseMessage answer, string name) =>
        answer.TrailingHeaders.TryGetValues(name, out var values) || answer.Headers.TryGetValues(name, out values)
            ? string.Join(' ', values) : null;

    private static ByteArrayContent Body(byte[] bytes, string type) =>
        new(bytes) { Headers = { ContentType = new MediaTypeHeaderValue(type) } };
}
