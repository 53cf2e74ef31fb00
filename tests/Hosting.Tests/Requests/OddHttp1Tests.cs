using System.Text;
using Hosting.Tests.Hello;

namespace Hosting.Tests.Requests;

/// <summary>
/// What HTTP/1.1 allows, forbids, or leaves to two servers to understand differently (RFC 9110, RFC 9112): each with its answer. A
/// last request follows each: it is answered (404) if the connection was kept and both sides agree where the odd request ended.
/// </summary>
public sealed class OddHttp1Tests
{
    private const string Post = "POST /hello HTTP/1.1\r\nHost: localhost\r\n";
    private const string Get = "GET /hello/Ada HTTP/1.1\r\n";
    private const string Local = "Host: localhost\r\n";
    private const string Chunked = $"{Post}Transfer-Encoding: chunked\r\n\r\n";

    /// <summary>A request that must not be seen: it stands in the body of another.</summary>
    private const string Smuggled = $"{Get}{Local}\r\n";

    private const string Last = $"GET /last HTTP/1.1\r\n{Local}Connection: close\r\n\r\n";

    /// <summary>Name, request, statuses in order.</summary>
    private static readonly (string Name, string Request, string Statuses)[] Table =
    [
        // Content-Length: digits alone (RFC 9110, section 8.6), once.
        ("length", $"{Post}Content-Length: 5\r\n\r\nhello", "200 404"),
        ("length with a plus", $"{Post}Content-Length: +5\r\n\r\nhello", "400"),
        ("length with a minus", $"{Post}Content-Length: -5\r\n\r\nhello", "400"),
        ("length minus zero", $"{Post}Content-Length: -0\r\n\r\n", "400"),
        ("length plus zero before a request", $"{Post}Content-Length: +0\r\n\r\n{Smuggled}", "400"),
        ("length in hex", $"{Post}Content-Length: 0x5\r\n\r\nhello", "400"),
        ("length with a fraction", $"{Post}Content-Length: 5.0\r\n\r\nhello", "400"),
        ("length with an exponent", $"{Post}Content-Length: 5e0\r\n\r\nhello", "400"),
        ("length with a thousands separator", $"{Post}Content-Length: 1_0\r\n\r\nhellohello", "400"),
        ("length of two numbers", $"{Post}Content-Length: 5 5\r\n\r\nhello", "400"),
        ("length as a list", $"{Post}Content-Length: 5, 5\r\n\r\nhello", "400"),
        ("length in quotes", $"{Post}Content-Length: \"5\"\r\n\r\nhello", "400"),
        ("length of wide digits", $"{Post}Content-Length: \u00ef\u00bc\u0095\r\n\r\nhello", "400"),
        ("length that is empty", $"{Post}Content-Length:\r\n\r\n", "400"),
        ("length with zeros before it", $"{Post}Content-Length: 0005\r\n\r\nhello", "200 404"),
        ("length with blanks around it", $"{Post}Content-Length: \t5 \t\r\n\r\nhello", "200 404"),
        ("length beyond 64 bits", $"{Post}Content-Length: 18446744073709551621\r\n\r\nhello", "400"),
        ("length twice", $"{Post}Content-Length: 5\r\nContent-Length: 5\r\n\r\nhello", "400"),
        ("two lengths", $"{Post}Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello", "400"),
        ("length with a blank before the colon", $"{Post}Content-Length : 5\r\n\r\nhello", "400"),
        ("no length", $"{Post}\r\n", "400 404"),
        ("length of another field", $"{Post}X-Content-Length: 3\r\nContent-Length: 5\r\n\r\nhello", "200 404"),

        // Transfer-Encoding (RFC 9112, section 6).
        ("chunked", $"{Chunked}5\r\nhello\r\n0\r\n\r\n", "200 404"),
        ("chunked in capitals", $"{Post}Transfer-Encoding: CHUNKED\r\n\r\n5\r\nhello\r\n0\r\n\r\n", "200 404"),
        ("length and chunked", $"{Post}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n", "400"),
        ("chunked and length", $"{Post}Transfer-Encoding: chunked\r\nContent-Length: 6\r\n\r\n0\r\n\r\n{Smuggled}", "400"),
        ("chunked after an empty element", $"{Post}Transfer-Encoding: , chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n", "200 404"),
        ("chunked after an empty element, and a length",
            $"{Post}Content-Length: 5\r\nTransfer-Encoding: , chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n", "400"),
        ("chunked before an empty element, in HTTP/1.0",
            $"POST /hello HTTP/1.0\r\n{Local}Transfer-Encoding: chunked,\r\n\r\n0\r\n\r\n", "400"),
        ("gzip before chunked", $"{Post}Transfer-Encoding: gzip, chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n", "501"),
        ("identity before chunked", $"{Post}Transfer-Encoding: identity, chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n", "501"),
        ("a coding in a line of its own", $"{Post}Transfer-Encoding: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", "501"),
        ("chunked twice", $"{Post}Transfer-Encoding: chunked, chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n", "400"),
        ("chunked in two lines", $"{Post}Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", "400"),
        ("gzip alone", $"{Post}Transfer-Encoding: gzip\r\n\r\nhello", "400"),
        ("gzip after chunked", $"{Post}Transfer-Encoding: chunked, gzip\r\n\r\n0\r\n\r\n", "400"),
        ("identity alone", $"{Post}Transfer-Encoding: identity\r\nContent-Length: 5\r\n\r\nhello", "400"),
        ("a coding like chunked", $"{Post}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n", "400"),
        ("chunked with a parameter", $"{Post}Transfer-Encoding: chunked;q=1\r\n\r\n0\r\n\r\n", "400"),
        ("chunked after a vertical tab", $"{Post}Transfer-Encoding: \vchunked\r\n\r\n0\r\n\r\n", "400"),
        ("no coding", $"{Post}Transfer-Encoding:\r\nContent-Length: 5\r\n\r\nhello", "400"),
        ("coding with a blank before the colon", $"{Post}Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n", "400"),
        ("chunked in HTTP/1.0", $"POST /hello HTTP/1.0\r\n{Local}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n", "400"),

        // Chunks (section 7.1).
        ("chunk with zeros before its size", $"{Chunked}0005\r\nhello\r\n0\r\n\r\n", "200 404"),
        ("chunk with an extension", $"{Chunked}5;a=b\r\nhello\r\n0\r\n\r\n", "200 404"),
        ("chunk with a line feed in its extension", $"{Chunked}5;\nhello\r\n0\r\n\r\n", "400"),
        ("chunk size in hex notation", $"{Chunked}0x5\r\nhello\r\n0\r\n\r\n", "400"),
        ("chunk size with a plus", $"{Chunked}+5\r\nhello\r\n0\r\n\r\n", "400"),
        ("chunk size with a minus", $"{Chunked}-5\r\nhello\r\n0\r\n\r\n", "400"),
        ("chunk size that is empty", $"{Chunked}\r\nhello\r\n0\r\n\r\n", "400"),
        ("chunk size beyond 31 bits", $"{Chunked}FFFFFFFFF\r\nhello\r\n0\r\n\r\n", "400"),
        ("chunk size before a line feed", $"{Chunked}5\nhello\r\n0\r\n\r\n", "400"),
        ("chunk size before a carriage return", $"{Chunked}5\rhello\r\n0\r\n\r\n", "400"),
        ("chunk longer than its size", $"{Chunked}5\r\nhello!\r\n0\r\n\r\n", "400"),
        ("chunks without their end", $"{Chunked}5\r\nhello\r\n", "400"),
        ("NUL in a trailer", $"{Chunked}5\r\nhello\r\n0\r\nx: \0\r\n\r\n", "400"),
        ("a byte that is no UTF-8 in a trailer", $"{Chunked}5\r\nhello\r\n0\r\nx: \u00ff\r\n\r\n", "400"),
        ("a blank in a trailer's name", $"{Chunked}5\r\nhello\r\n0\r\nx y: z\r\n\r\n", "400"),
        ("trailers", $"{Chunked}5\r\nhello\r\n0\r\nx: y\r\nContent-Length: 9\r\n\r\n", "200 404"),

        // The request line (section 3).
        ("lines that end with a line feed", $"GET /hello/Ada HTTP/1.1\nHost: localhost\n\n", "400"),
        ("an empty line before it", $"\r\n{Get}{Local}\r\n", "200 404"),
        ("two blanks after the method", $"GET  /hello/Ada HTTP/1.1\r\n{Local}\r\n", "400"),
        ("tabs for blanks", $"GET\t/hello/Ada\tHTTP/1.1\r\n{Local}\r\n", "400"),
        ("a blank in the target", $"GET /hello/A da HTTP/1.1\r\n{Local}\r\n", "400"),
        ("a method in small letters", $"get /hello/Ada HTTP/1.1\r\n{Local}\r\n", "501 404"),
        ("a method that is no token", $"G(T /hello/Ada HTTP/1.1\r\n{Local}\r\n", "400"),
        ("HTTP/0.9", "GET /hello/Ada\r\n\r\n", "505"),
        ("HTTP/1.2", $"GET /hello/Ada HTTP/1.2\r\n{Local}\r\n", "505"),
        ("HTTP/2 as a line", $"GET /hello/Ada HTTP/2.0\r\n{Local}\r\n", "505"),
        ("http in small letters", $"GET /hello/Ada http/1.1\r\n{Local}\r\n", "505"),
        ("absolute form", $"GET http://localhost/hello/Ada HTTP/1.1\r\n{Local}\r\n", "200 404"),
        ("absolute form of another host", $"GET http://example.org/hello/Ada HTTP/1.1\r\n{Local}\r\n", "400"),
        ("asterisk with GET", $"GET * HTTP/1.1\r\n{Local}\r\n", "405"),
        ("CONNECT", $"CONNECT localhost:80 HTTP/1.1\r\n{Local}\r\n", "400"),
        ("NUL in the target", $"GET /hello/\0 HTTP/1.1\r\n{Local}\r\n", "400"),
        ("an escaped NUL in the target", $"GET /hello/%00 HTTP/1.1\r\n{Local}\r\n", "400"),
        ("bytes beyond ASCII in the target", $"GET /hello/\u00e4 HTTP/1.1\r\n{Local}\r\n", "400"),
        ("a line of 10 KB", $"GET /hello/{new string('a', 10_000)} HTTP/1.1\r\n{Local}\r\n", "414"),

        // Fields (section 5).
        ("no host", $"{Get}\r\n", "400"),
        ("two hosts", $"{Get}{Local}Host: example.org\r\n\r\n", "400"),
        ("the same host twice", $"{Get}{Local}{Local}\r\n", "400"),
        ("an empty host", $"{Get}Host:\r\n\r\n", "421 404"),
        ("another host", $"{Get}Host: example.org\r\n\r\n", "421 404"),
        ("a host with a path", $"{Get}Host: localhost/x\r\n\r\n", "400"),
        ("a host with a user", $"{Get}Host: me@localhost\r\n\r\n", "400"),
        ("a field without a colon", $"{Get}{Local}nothing\r\n\r\n", "400"),
        ("a blank in a field's name", $"{Get}{Local}a b: c\r\n\r\n", "400"),
        ("a blank before the first field", $"{Get} {Local}\r\n", "400"),
        ("a folded line", $"{Get}{Local}a: b\r\n c\r\n\r\n", "400"),
        ("a field without a name", $"{Get}{Local}: b\r\n\r\n", "400"),
        ("a field's name that is no token", $"{Get}{Local}a(: b\r\n\r\n", "400"),
        ("NUL in a value", $"{Get}{Local}a: b\0c\r\n\r\n", "400"),
        ("a carriage return in a value", $"{Get}{Local}a: b\rc\r\n\r\n", "400"),
        ("a line feed in a value", $"{Get}{Local}a: b\nContent-Length: 5\r\n\r\n", "400"),
        ("150 fields", $"{Get}{Local}{string.Concat(Enumerable.Repeat("a: b\r\n", 150))}\r\n", "431"),
        ("40 KB of fields", $"{Get}{Local}a: {new string('b', 40_000)}\r\n\r\n", "431"),
        ("an expectation that nobody knows", $"{Post}Expect: wonders\r\nContent-Length: 5\r\n\r\nhello", "200 404"),
        ("an upgrade to HTTP/2",
            $"{Get}{Local}Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n\r\n", "200 404"),

        // Messages on one connection.
        ("two requests", $"{Get}{Local}\r\n{Get}{Local}\r\n", "200 200 404"),
        ("a request after close", $"{Get}{Local}Connection: close\r\n\r\n{Get}{Local}\r\n", "200"),
        ("a GET with a body", $"{Get}{Local}Content-Length: 5\r\n\r\nhello{Get}{Local}\r\n", "200 200 404"),
        ("a request as a body", $"{Post}Content-Length: {Smuggled.Length}\r\n\r\n{Smuggled}", "200 404"),
        ("HTTP/1.0", $"GET /hello/Ada HTTP/1.0\r\n{Local}\r\n{Get}{Local}\r\n", "200"),
        ("a handshake of TLS", "\u0016\u0003\u0001\u0000\u00a5\u0001\u0000\u0000\u00a1\u0003\u0003", "400"),
    ];

    public static TheoryData<string> Names => [.. Table.Select(row => row.Name)];

    [Theory]
    [MemberData(nameof(Names))]
    public async Task Request_Odd_HasItsAnswer(string name)
    {
        await using var host = await HelloHost.StartAsync();

        // Kestrel itself logs a trailer that is no text, when it drops the rest of the body.
        using var clean = host.Log.ExpectClean(record => record.Message.Contains("automatic draining of the request body failed"));
        var (_, request, expected) = Table.Single(row => row.Name == name);

        var answer = await RawConnection.AskAsync(host.Http1, Encoding.Latin1.GetBytes(request + Last));

        RawConnection.StatusesOf(answer, hasBodies: true).ShouldBe(expected, Encoding.Latin1.GetString(answer));
    }

    [Theory]
    [InlineData("/hello/Ada", "200")]
    [InlineData("/hello/nobody", "403")]
    [InlineData("/healthz/live", "200")]
    [InlineData("/metrics", "200")]
    [InlineData("/none", "404")]
    [InlineData("/hello", "405")]
    public async Task Head_OfAnyPath_IsGetWithoutBody(string path, string status)
    {
        await using var host = await HelloHost.StartAsync();

        var rest = Encoding.Latin1.GetBytes($" {path} HTTP/1.1\r\n{Local}Connection: close\r\n\r\n");

        var get = await RawConnection.AskAsync(host.Http1, [.. "GET"u8, .. rest]);
        var head = await RawConnection.AskAsync(host.Http1, [.. "HEAD"u8, .. rest]);

        RawConnection.StatusesOf(get, hasBodies: true).ShouldBe(status);
        RawConnection.StatusesOf(head, hasBodies: false).ShouldBe(status); // and no byte after the head
    }
}
