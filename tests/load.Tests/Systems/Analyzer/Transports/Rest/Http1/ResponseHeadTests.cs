using System.Net;
using System.Text;
using Load.Systems.Analyzer.Transports.Rest.Http1;

namespace Load.Tests.Systems.Analyzer.Transports.Rest.Http1;

public sealed class ResponseHeadTests
{
    [Theory]
    [InlineData("HTTP/1.1 200 OK\r\nContent-Length: 12\r\n\r\n", 200, 12, false, false)]
    [InlineData("HTTP/1.1 201\r\ncontent-length:\t0012 \r\nServer: x\r\n\r\n", 201, 12, false, false)]
    [InlineData("HTTP/1.1 200 OK\r\nContent-Length: 12\r\nContent-Length: 12\r\n\r\n", 200, 12, false, false)]
    [InlineData("HTTP/1.1 413 Too: large\r\nContent-Length: 0\r\nConnection: Close\r\n\r\n", 413, 0, false, true)]
    [InlineData("HTTP/1.1 200 OK\r\nConnection: keep-alive\r\nTransfer-Encoding: Chunked\r\n\r\n", 200, null, true, false)]
    [InlineData("HTTP/1.1 200 OK\r\nContent-Length: 12\r\nTransfer-Encoding: chunked\r\n\r\n", 200, null, true, false)]
    [InlineData("HTTP/1.1 200 OK\r\nX-Content-Length: 12\r\n\r\n", 200, null, false, true)]
    [InlineData("HTTP/1.1 100 Continue\r\n\r\n", 100, 0, false, false)]
    [InlineData("HTTP/1.1 204 No Content\r\n\r\n", 204, 0, false, false)]
    [InlineData("HTTP/1.1 304 Not Modified\r\nContent-Length: 12\r\n\r\n", 304, 0, false, false)]
    public void TryParse_Head_SaysWhereTheAnswerEnds(string text, int status, int? bodyLength, bool isChunked, bool closes)
    {
        TryParse(text + "HTTP/1.1 what follows", out var head).ShouldBeTrue();

        head.ShouldBe(new ResponseHead((HttpStatusCode)status, text.Length, bodyLength, isChunked, closes));
    }

    [Fact]
    public void TryParse_CutAnywhere_WaitsForMore()
    {
        const string Head = "HTTP/1.1 200 OK\r\nContent-Length: 12\r\nServer: x\r\n\r\n";

        for (var length = 0; length < Head.Length; length++)
        {
            TryParse(Head[..length], out _).ShouldBeFalse(Head[..length]);
        }
    }

    [Theory]
    [InlineData("HTTP/2")]
    [InlineData("\0\0\u0012\u0004")]
    [InlineData("HTTP/1.0 200 OK\r\n\r\n")]
    [InlineData("HTTP/1.1 20 OK\r\n")]
    [InlineData("HTTP/1.1 2000 OK\r\n")]
    [InlineData("HTTP/1.1 099 OK\r\n")]
    [InlineData("HTTP/1.1 600 OK\r\n")]
    [InlineData("HTTP/1.1 \r\n")]
    [InlineData("HTTP/1.1 +20 OK\r\n")]
    [InlineData("HTTP/1.1 200OK\r\n")]
    [InlineData("HTTP/1.1 200 OK\n")]
    [InlineData("HTTP/1.1 200 OK\r\n\n")]
    [InlineData("HTTP/1.1 200 OK\r\nno colon\r\n")]
    [InlineData("HTTP/1.1 200 OK\r\n: no name\r\n")]
    [InlineData("HTTP/1.1 200 OK\r\nContent-Length : 1\r\n")]
    [InlineData("HTTP/1.1 200 OK\r\nContent-Length: \r\n")]
    [InlineData("HTTP/1.1 200 OK\r\nContent-Length: -1\r\n")]
    [InlineData("HTTP/1.1 200 OK\r\nContent-Length: 1, 1\r\n")]
    [InlineData("HTTP/1.1 200 OK\r\nContent-Length: 2147483648\r\n")]
    [InlineData("HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n")]
    [InlineData("HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n")]
    [InlineData("HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n")]
    public void TryParse_WhatCanBecomeNoHead_IsAnIOException(string text) => Should.Throw<IOException>(() => TryParse(text, out _));

    private static bool TryParse(string text, out ResponseHead head) => ResponseHead.TryParse(Encoding.Latin1.GetBytes(text), out head);
}
