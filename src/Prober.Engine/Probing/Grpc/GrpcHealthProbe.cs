using System.Buffers;
using System.Buffers.Binary;
using System.Globalization;
using System.Net;
using System.Net.Http.Headers;
using System.Net.Security;
using System.Net.Sockets;
using System.Text;
using Prober.Engine.Probing.Connecting;
using Prober.Engine.Probing.Securing;

namespace Prober.Engine.Probing.Grpc;

/// <summary><c>grpc.health.v1.Health/Check</c> over HTTP/2, on a connection of its own.</summary>
/// <param name="service">The service to ask about; empty for the server as a whole.</param>
/// <param name="closesPlainly">Closes in the ordinary way, instead of with a reset.</param>
/// <param name="rules">The requirements for the server's TLS; null for cleartext.</param>
/// <param name="metadata">Sent with the question: names in lower case, and values; null for none.</param>
public sealed class GrpcHealthProbe(
    string host, int port, string service = "", bool closesPlainly = false, TlsRules? rules = null,
    IReadOnlyList<KeyValuePair<string, string>>? metadata = null) : IProbe
{
    private const int MaxMessage = 1024;
    private const byte ServiceField = 0x0A; // field 1, length-delimited
    private const byte StatusField = 0x08; // field 1, varint
    private const int Serving = 1;
    private const int Unknown = 2; // a status of gRPC

    private readonly byte[] _request = Frame(service);
    private readonly Uri _url = new UriBuilder(
        rules is null ? Uri.UriSchemeHttp : Uri.UriSchemeHttps, host, port, "/grpc.health.v1.Health/Check").Uri;

    public string Kind => "grpc";

    public string Endpoint { get; } = Connector.NameOf(host, port) + (service.Length == 0 ? "" : $"/{service}");

    public string Destination { get; } = Connector.NameOf(host, port);

    public Task<ProbeResult> ProbeAsync(ProbeCall call) => Connector.UseAsync(
        host, port, call, (socket, same) => TlsConnector.TalkAsync(socket, host, rules, same, AskAsync, SslApplicationProtocol.Http2),
        closesPlainly);

    private async Task AskAsync(Stream stream, ProbeCall call)
    {
        using var handler = new SocketsHttpHandler
        {
            UseProxy = false,
            UseCookies = false,
            AllowAutoRedirect = false,
            MaxResponseHeadersLength = 64, // KiB
            ConnectCallback = (_, _) => new(stream), // the handler takes one with TLS as it is
        };
        using var client = new HttpMessageInvoker(handler);
        try
        {
            await AskAsync(client, call);
        }
        catch (HttpRequestException exception)
        {
            _ = exception.InnerException is IOException or SocketException
                ? call.Result.Fail(FailureClass.Reset, "The connection was lost.")
                : call.Result.Fail(FailureClass.Protocol, "The response is not gRPC.");
        }
    }

    private async Task AskAsync(HttpMessageInvoker client, ProbeCall call)
    {
        var result = call.Result;
        var asked = call.Elapsed;
        using var request = new HttpRequestMessage(HttpMethod.Post, _url)
        {
            Version = HttpVersion.Version20,
            VersionPolicy = HttpVersionPolicy.RequestVersionExact,
            Content = new ByteArrayContent(_request) { Headers = { ContentType = new MediaTypeHeaderValue("application/grpc") } },
        };
        request.Headers.TE.Add(new("trailers"));
        foreach (var (name, value) in metadata ?? [])
        {
            request.Headers.TryAddWithoutValidation(name, value);
        }

        using var response = await client.SendAsync(request, call.Token);
        var first = call.Elapsed;
        result.Processing = first - asked;
        result.Status = (int)response.StatusCode;
        var message = new byte[MaxMessage];
        var length = await ReadAsync(await response.Content.ReadAsStreamAsync(call.Token), message, call.Token);
        result.Transferring = call.Elapsed - first;
        if (length > MaxMessage)
        {
            result.Fail(FailureClass.TooLarge, $"The message is larger than {MaxMessage} bytes.");
            return;
        }

        Judge(GrpcStatus(response), message.AsSpan(0, length), response.StatusCode, result);
    }

    private static void Judge(string? grpcStatus, ReadOnlySpan<byte> frame, HttpStatusCode status, ProbeResult result)
    {
        if (status != HttpStatusCode.OK || grpcStatus is null)
        {
            result.Fail(FailureClass.Protocol, $"The response is not gRPC; its HTTP status is {(int)status}.");
        }
        else if (grpcStatus != "0")
        {
            var isNumber = int.TryParse(grpcStatus, NumberStyles.None, CultureInfo.InvariantCulture, out var code);
            result.Grpc = new(isNumber ? code : Unknown, null);
            result.Fail(FailureClass.Status, grpcStatus switch
            {
                "5" => "The server does not know the service.",
                "12" => "The server has no health service.",
                _ => "The server refused the question.",
            });
        }
        else if (ReadStatus(frame) is not { } health)
        {
            result.Fail(FailureClass.Protocol, "The message is not an answer of grpc.health.v1.");
        }
        else
        {
            result.Grpc = new(0, health);
            if (health != Serving)
            {
                result.Fail(FailureClass.Status, "The service is not serving.");
            }
        }
    }

    /// <returns>More than the buffer holds when the message is larger.</returns>
    private static async Task<int> ReadAsync(Stream stream, byte[] buffer, CancellationToken cancellationToken)
    {
        var length = 0;
        while (true)
        {
            if (length == buffer.Length)
            {
                return length + await stream.ReadAtLeastAsync(new byte[1], 1, throwOnEndOfStream: false, cancellationToken);
            }

            var read = await stream.ReadAsync(buffer.AsMemory(length), cancellationToken);
            if (read == 0)
            {
                return length;
            }

            length += read;
        }
    }

    private static string? GrpcStatus(HttpResponseMessage response) =>
        response.TrailingHeaders.TryGetValues("grpc-status", out var trailers) ? trailers.First()
        : response.Headers.TryGetValues("grpc-status", out var headers) ? headers.First()
        : null;

    /// <returns>Null when it is not a HealthCheckResponse.</returns>
    private static int? ReadStatus(ReadOnlySpan<byte> frame)
    {
        if (frame.Length < 5 || frame[0] != 0 || BinaryPrimitives.ReadUInt32BigEndian(frame[1..]) != frame.Length - 5)
        {
            return null;
        }

        var message = frame[5..];
        return message.Length == 0 ? 0 // proto3 leaves the zero value out: UNKNOWN
            : message.Length == 2 && message[0] == StatusField && message[1] < 0x80 ? message[1]
            : null;
    }

    private static byte[] Frame(string service)
    {
        var name = Encoding.UTF8.GetBytes(service);
        var message = new ArrayBufferWriter<byte>();
        if (name.Length > 0)
        {
            message.Write([ServiceField]);
            for (var length = name.Length; ; length >>= 7)
            {
                message.Write([(byte)(length >= 0x80 ? (length & 0x7F) | 0x80 : length)]);
                if (length < 0x80)
                {
                    break;
                }
            }

            message.Write(name);
        }

        var frame = new byte[5 + message.WrittenCount];
        BinaryPrimitives.WriteUInt32BigEndian(frame.AsSpan(1), (uint)message.WrittenCount);
        message.WrittenSpan.CopyTo(frame.AsSpan(5));
        return frame;
    }
}
