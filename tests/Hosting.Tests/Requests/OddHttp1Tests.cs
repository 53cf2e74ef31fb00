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
        ("length with a vertical tab", $"{Post}Content-Length: 5\v\r\n\r\nhello", "400"),
        ("length with a no-break space", $"{Post}Content-Length: \u00a05\r\n\r\nhello", "400"),
        ("length whose name ends with NUL", $"{Post}Content-Length\0: 5\r\n\r\nhello", "400"),
        ("length whose name ends with a byte beyond ASCII", $"{Post}Content-Length\u0085: 5\r\n\r\nhello", "400"),
        ("length without a colon", $"{Post}Content-Length 5\r\n\r\nhello", "400"),
        ("length before a letter", $"{Post}Content-Length: 5Z\r\n\r\nhello", "400"),
        ("length that looks octal", $"{Post}Content-Length: 010\r\n\r\nhellohello", "200 404"),
        ("length in a folded line", $"{Post}Content-Length:\r\n 5\r\n\r\nhello", "400"),
        ("length as a list of two numbers", $"{Post}Content-Length: 5, 6\r\n\r\nhello", "400"),
        ("length after an empty element", $"{Post}Content-Length: , 5\r\n\r\nhello", "400"),
        ("length in small letters, and another in capitals", $"{Post}content-length: 5\r\nCONTENT-LENGTH: 0\r\n\r\nhello", "400"),
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
        ("chunked in quotes", $"{Post}Transfer-Encoding: \"chunked\"\r\n\r\n0\r\n\r\n", "400"),
        ("chunked before a vertical tab", $"{Post}Transfer-Encoding: chunked\v\r\n\r\n0\r\n\r\n", "400"),
        ("chunked before NUL", $"{Post}Transfer-Encoding: chunked\0\r\n\r\n0\r\n\r\n", "400"),
        ("chunked after a no-break space", $"{Post}Transfer-Encoding: \u00a0chunked\r\n\r\n0\r\n\r\n", "400"),
        ("chunked in a folded line", $"{Post}Transfer-Encoding:\r\n chunked\r\n\r\n0\r\n\r\n", "400"),
        ("chunked under a name in two lines", $"{Post}Transfer-\r\nEncoding: chunked\r\nContent-Length: 5\r\n\r\nhello", "400"),
        ("chunked under a name with an underscore, and a length",
            $"{Post}Transfer_Encoding: chunked\r\nContent-Length: 5\r\n\r\nhello", "200 404"),
        ("chunked behind a line feed of another value", $"{Post}X: y\nTransfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\nhello", "400"),
        ("chunked behind a carriage return of another value",
            $"{Post}X: y\rTransfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\nhello", "400"),
        ("a GET that is chunked", $"{Get}{Local}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n{Get}{Local}\r\n", "200 200 404"),
        ("no coding", $"{Post}Transfer-Encoding:\r\nContent-Length: 5\r\n\r\nhello", "400"),
        ("coding with a blank before the colon", $"{Post}Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n", "400"),
        ("chunked in HTTP/1.0", $"POST /hello HTTP/1.0\r\n{Local}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n", "400"),

        // Chunks (section 7.1).
        ("chunk with zeros before its size", $"{Chunked}0005\r\nhello\r\n0\r\n\r\n", "200 404"),
        ("chunk with an extension", $"{Chunked}5;a=b\r\nhello\r\n0\r\n\r\n", "200 404"),
        ("chunk with a line feed in its extension", $"{Chunked}5;\nhello\r\n0\r\n\r\n", "400"),
        ("chunk with a carriage return in its extension", $"{Chunked}5;\rx\r\nhello\r\n0\r\n\r\n", "400"),
        ("chunk size before two carriage returns", $"{Chunked}5\r\r;ABCD\r\nhello\r\n0\r\n\r\n", "400"),
        ("chunk with two carriage returns in its extension", $"{Chunked}5;a=b\r\rXhello\r\n0\r\n\r\n", "400"),
        ("a trailer that looks like a request", $"{Chunked}0\r\nX:POST / HTTP/1.1\r\n\r\n", "400 404"),
        ("chunk with a request in its extension", $"{Chunked}5;\n{Smuggled}\r\nhello\r\n0\r\n\r\n", "400"),
        ("chunk with a quoted extension", $"{Chunked}5;a=\"b;c\"\r\nhello\r\n0\r\n\r\n", "200 404"),
        ("chunk with an extension at its end", $"{Chunked}5\r\nhello\r\n0;a=b\r\n\r\n", "200 404"),
        ("chunk with a blank before its size", $"{Chunked} 5\r\nhello\r\n0\r\n\r\n", "400"),
        ("chunk with an underscore in its size", $"{Chunked}0_5\r\nhello\r\n0\r\n\r\n", "400"),
        ("chunk with NUL after its size", $"{Chunked}5\0\r\nhello\r\n0\r\n\r\n", "400"),
        ("chunk of ten digits", $"{Chunked}0000000005\r\nhello\r\n0\r\n\r\n", "400"),
        ("chunk in capitals", $"{Chunked}A\r\nhellohello\r\n0\r\n\r\n", "200 404"),
        ("the last chunk with three zeros", $"{Chunked}5\r\nhello\r\n000\r\n\r\n", "200 404"),
        ("chunk before a line feed alone", $"{Chunked}5\r\nhello\n0\r\n\r\n", "400"),
        ("chunk before two bytes that are no line end", $"{Chunked}5\r\nhelloXX0\r\n\r\n", "400"),
        ("chunks that end with a line feed", $"{Chunked}5\r\nhello\r\n0\r\n\n", "400"),
        ("a folded trailer", $"{Chunked}5\r\nhello\r\n0\r\nx: y\r\n z\r\n\r\n", "400"),
        ("a trailer without a colon", $"{Chunked}5\r\nhello\r\n0\r\nx\r\n\r\n", "400"),
        ("a coding in a trailer", $"{Chunked}5\r\nhello\r\n0\r\nTransfer-Encoding: chunked\r\n\r\n", "200 404"),
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
        ("a blank after the version", $"GET /hello/Ada HTTP/1.1 \r\n{Local}\r\n", "400"),
        ("a blank before the method", $" GET /hello/Ada HTTP/1.1\r\n{Local}\r\n", "400"),
        ("a line feed for a blank", $"GET /hello/Ada\nHTTP/1.1\r\n{Local}\r\n", "400"),
        ("a version beyond 32 bits", $"GET /hello/Ada HTTP/4294967297.1\r\n{Local}\r\n", "400"),
        ("NUL as a method", $"\0 /hello/Ada HTTP/1.1\r\n{Local}\r\n", "400"),
        ("HTTP/1.10", $"GET /hello/Ada HTTP/1.10\r\n{Local}\r\n", "400"),
        ("HTTP/01.1", $"GET /hello/Ada HTTP/01.1\r\n{Local}\r\n", "400"),
        ("a carriage return in the line", $"GET /hello/Ada\rHTTP/1.1\r\n{Local}\r\n", "400"),
        ("a fragment in the target", $"GET /hello/Ada#x HTTP/1.1\r\n{Local}\r\n", "400 404"),
        ("a target without a slash", $"GET hello/Ada HTTP/1.1\r\n{Local}\r\n", "400"),
        ("absolute form with a user", $"GET http://me@localhost/hello/Ada HTTP/1.1\r\n{Local}\r\n", "400 404"),
        ("absolute form over TLS", $"GET https://localhost/hello/Ada HTTP/1.1\r\n{Local}\r\n", "400 404"),
        ("an escape that is none", $"GET /hello/%zz HTTP/1.1\r\n{Local}\r\n", "200 404"),
        ("an escape of too long UTF-8", $"GET /hello/%c0%ae HTTP/1.1\r\n{Local}\r\n", "200 404"),
        ("TRACE", $"TRACE /hello/Ada HTTP/1.1\r\n{Local}\r\n", "405 404"),
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
        ("a host with a comma", $"{Get}Host: localhost, localhost\r\n\r\n", "400"),
        ("a host with a blank", $"{Get}Host: local host\r\n\r\n", "400"),
        ("a host with a port that is none", $"{Get}Host: localhost:http\r\n\r\n", "400"),
        ("a host with a dot at its end", $"{Get}Host: localhost.\r\n\r\n", "421 404"),
        ("a host in brackets that is no address", $"{Get}Host: [localhost]\r\n\r\n", "400"),
        ("a host in a folded line", $"{Get}Host:\r\n localhost\r\n\r\n", "400"),
        ("a host with a user", $"{Get}Host: me@localhost\r\n\r\n", "400"),
        ("a field without a colon", $"{Get}{Local}nothing\r\n\r\n", "400"),
        ("a blank in a field's name", $"{Get}{Local}a b: c\r\n\r\n", "400"),
        ("a blank before the first field", $"{Get} {Local}\r\n", "400"),
        ("a folded line", $"{Get}{Local}a: b\r\n c\r\n\r\n", "400"),
        ("a field without a name", $"{Get}{Local}: b\r\n\r\n", "400"),
        ("a field's name that is no token", $"{Get}{Local}a(: b\r\n\r\n", "400"),
        ("line feeds before a value", $"{Get}{Local}a:\n\n{Smuggled}", "400"),
        ("fields that end with a carriage return", $"{Get}{Local}\rZ{Smuggled}", "400"),
        ("a byte beyond ASCII in a field's name", $"{Get}{Local}\u00e4: b\r\n\r\n", "400"),
        ("NUL in a field's name", $"{Get}{Local}a\0: b\r\n\r\n", "400"),
        ("a carriage return before the colon", $"{Get}{Local}a\r: b\r\n\r\n", "400"),
        ("two carriage returns at a line's end", $"{Get}{Local}a: b\r\r\n\r\n", "400"),
        ("a tab before a field's name", $"{Get}{Local}\ta: b\r\n\r\n", "400"),
        ("Connection that names Content-Length", $"{Post}Connection: Content-Length\r\nContent-Length: 5\r\n\r\nhello", "200 404"),
        ("Connection that names Host", $"{Get}{Local}Connection: Host\r\n\r\n", "200 404"),
        ("another method in a field", $"{Get}{Local}X-HTTP-Method-Override: DELETE\r\n\r\n", "200 404"),
        ("another path in a field", $"{Get}{Local}X-Original-URL: /metrics\r\n\r\n", "200 404"),
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
        ("an upgrade to a web socket", $"{Get}{Local}Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n", "200 404"),
        ("a request behind a body that is not read",
            $"POST /none HTTP/1.1\r\n{Local}Content-Length: 5\r\n\r\nhello{Get}{Local}\r\n", "404 200 404"),
        ("empty lines between requests", $"{Get}{Local}\r\n\r\n\r\n{Get}{Local}\r\n", "200 200 404"),
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
