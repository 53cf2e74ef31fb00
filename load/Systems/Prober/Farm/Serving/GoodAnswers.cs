namespace Farm.Serving;

/// <summary>Answers that a prober has to find good, those among them that few servers give.</summary>
internal static class GoodAnswers
{
    public static byte[] Usual { get; } = "HTTP/1.1 200 OK\r\nContent-Length: 3\r\nConnection: close\r\n\r\nok\n"u8.ToArray();

    private static readonly Dictionary<Behaviour, byte[]> Odd = new()
    {
        // No body, whatever it declares (RFC 9110, section 15.4.5).
        [Behaviour.NotModified] = "HTTP/1.1 304 Not Modified\r\nContent-Length: 3\r\nConnection: close\r\n\r\n"u8.ToArray(),
        [Behaviour.Interim] =
        [
            .. "HTTP/1.1 100 Continue\r\n\r\n"u8, .. "HTTP/1.1 103 Early Hints\r\nLink: </style.css>; rel=preload\r\n\r\n"u8, .. Usual,
        ],
        [Behaviour.Trailers] =
        [
            .. "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: X-Length\r\nConnection: close\r\n\r\n"u8,
            .. "3\r\nok\n\r\n0\r\nX-Length: 3\r\n\r\n"u8,
        ],
        [Behaviour.NoReason] = "HTTP/1.1 200\r\nContent-Length: 3\r\nConnection: close\r\n\r\nok\n"u8.ToArray(),
        [Behaviour.BareLf] = "HTTP/1.1 200 OK\nContent-Length: 3\nConnection: close\n\nok\n"u8.ToArray(),
        [Behaviour.AnyCase] = "HTTP/1.1 200 OK\r\ncOnTeNt-LeNgTh: 3\r\nCONNECTION: close\r\n\r\nok\n"u8.ToArray(),
    };

    public static byte[] Of(Behaviour behaviour) => Odd.GetValueOrDefault(behaviour, Usual);
}
