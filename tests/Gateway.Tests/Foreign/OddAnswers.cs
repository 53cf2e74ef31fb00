using System.Text;
using Connection = Gateway.Tests.BadInput.ScriptedConnection;

namespace Gateway.Tests.Foreign;

/// <summary>
/// What a gRPC server may answer, must not, or did in reports of other proxies and clients: frame by frame. A client has to see the same
/// with and without the gateway.
/// </summary>
internal static class OddAnswers
{
    private const byte Padded = 8;
    private const byte Continuation = 9;

    private static readonly (string, string)[] Head = [(":status", "200"), ("content-type", "application/grpc")];

    private static readonly byte[] Hello = [0, 0, 0, 0, 5, .. "hello"u8];

    public static IReadOnlyDictionary<string, Func<Connection, int, Task>> Scripts { get; } =
        new Dictionary<string, Func<Connection, int, Task>>
        {
            // Status and message.
            ["a plain answer"] = (c, s) => AnswerAsync(c, s, Hello),
            ["trailers only, refused"] = (c, s) =>
                OnlyAsync(c, s, ("grpc-status", "5"), ("grpc-message", "no%20such%20thing"), ("why", "so")),
            ["trailers only, refused without words"] = (c, s) => OnlyAsync(c, s, ("grpc-status", "16")),
            ["trailers only, OK"] = (c, s) => OnlyAsync(c, s, ("grpc-status", "0")),
            ["an OK with a message"] = (c, s) => AnswerAsync(c, s, Hello, ("grpc-message", "all%20is%20well")),
            ["percent that is no escape"] = (c, s) => OnlyAsync(c, s, ("grpc-status", "3"), ("grpc-message", "100% of %zz %2 %")),
            ["an escape that is no UTF-8"] = (c, s) => OnlyAsync(c, s, ("grpc-status", "3"), ("grpc-message", "caf%E9 %ff%fe")),
            ["UTF-8 that is not escaped"] = (c, s) => OnlyAsync(c, s, ("grpc-status", "3"), ("grpc-message", Latin1("größe €"))),
            ["escapes of line feeds and tabs"] = (c, s) => OnlyAsync(c, s, ("grpc-status", "3"), ("grpc-message", "a%0Ab%09c%00d")),
            ["an empty grpc-message"] = (c, s) => OnlyAsync(c, s, ("grpc-status", "3"), ("grpc-message", "")),
            ["6,000 characters of message"] = (c, s) => OnlyAsync(c, s, ("grpc-status", "3"), ("grpc-message", new string('x', 6000))),
            ["grpc-status 00"] = (c, s) => AnswerWithStatusAsync(c, s, "00"),
            ["grpc-status 17"] = (c, s) => OnlyAsync(c, s, ("grpc-status", "17")),
            ["grpc-status 99 after a message"] = (c, s) => AnswerWithStatusAsync(c, s, "99"),
            ["refused after a message"] = (c, s) => AnswerWithStatusAsync(c, s, "10"),
            ["details with padding"] = (c, s) => OnlyAsync(c, s, ("grpc-status", "9"), ("grpc-status-details-bin", "CAkSAm5vCg==")),
            ["details without padding"] = (c, s) => OnlyAsync(c, s, ("grpc-status", "9"), ("grpc-status-details-bin", "CAkSAm5vCg")),
            ["a refusal with pushback"] = (c, s) => OnlyAsync(c, s, ("grpc-status", "8"), ("grpc-retry-pushback-ms", "-1")),

            // Headers.
            ["application/grpc+proto"] = (c, s) => AnswerAsTypeAsync(c, s, "application/grpc+proto"),
            ["application/grpc+json"] = (c, s) => AnswerAsTypeAsync(c, s, "application/grpc+json"),
            ["application/grpc with a charset"] = (c, s) => AnswerAsTypeAsync(c, s, "application/grpc; charset=utf-8"),
            ["a server's own headers"] = (c, s) => AnswerAsync(
                c, s, Hello,
                ("server", "x"), ("date", "Thu, 01 Jan 1970 00:00:00 GMT"), ("grpc-accept-encoding", "identity,gzip"), ("vary", "*")),
            ["early hints before it"] = async (c, s) =>
            {
                await c.HeadersAsync(s, 0, (":status", "103"), ("link", "</x>"));
                await AnswerAsync(c, s, Hello);
            },
            ["a header of 7,000 bytes"] = async (c, s) =>
            {
                await c.HeadersAsync(s, 0, [.. Head, ("x-long", new string('y', 7000))]);
                await EndAsync(c, s, Hello);
            },
            ["headers in three frames"] = async (c, s) =>
            {
                var block = Connection.Block([.. Head, ("x-one", "1"), ("x-two", "2")]);
                await c.FrameAsync(Connection.Headers, 0, s, block[..5]);
                await c.FrameAsync(Continuation, 0, s, block[5..9]);
                await c.FrameAsync(Continuation, Connection.EndHeaders, s, block[9..]);
                await EndAsync(c, s, Hello);
            },
            ["padded headers and data"] = async (c, s) =>
            {
                await c.FrameAsync(Connection.Headers, Connection.EndHeaders | Padded, s, [3, .. Connection.Block(Head), 0, 0, 0]);
                await c.FrameAsync(Connection.Data, Padded, s, [7, .. Hello, 0, 0, 0, 0, 0, 0, 0]);
                await c.HeadersAsync(s, Connection.EndStream, ("grpc-status", "0"));
            },

            // Data.
            ["a message of no bytes"] = (c, s) => AnswerAsync(c, s, [0, 0, 0, 0, 0]),
            ["empty frames around the message"] = async (c, s) =>
            {
                await c.HeadersAsync(s, 0, Head);
                await c.FrameAsync(Connection.Data, 0, s);
                await c.FrameAsync(Connection.Data, 0, s, Hello);
                await c.FrameAsync(Connection.Data, 0, s);
                await c.FrameAsync(Connection.Data, 0, s);
                await c.HeadersAsync(s, Connection.EndStream, ("grpc-status", "0"));
            },
            ["a frame for each byte"] = async (c, s) =>
            {
                await c.HeadersAsync(s, 0, Head);
                foreach (var one in Hello)
                {
                    await c.FrameAsync(Connection.Data, 0, s, one);
                }

                await c.HeadersAsync(s, Connection.EndStream, ("grpc-status", "0"));
            },
            ["no message and OK"] = (c, s) => AnswerAsync(c, s, []),
            ["half a message and OK"] = (c, s) => AnswerAsync(c, s, Hello[..7]),
            ["half a message and a refusal"] = async (c, s) =>
            {
                await c.HeadersAsync(s, 0, Head);
                await c.FrameAsync(Connection.Data, 0, s, Hello[..7]);
                await c.HeadersAsync(s, Connection.EndStream, ("grpc-status", "13"), ("grpc-message", "broke"));
            },
            ["a flag that does not exist"] = (c, s) => AnswerAsync(c, s, [7, .. Hello[1..]]),
            ["compressed with no encoding named"] = (c, s) => AnswerAsync(c, s, [1, .. Hello[1..]]),
            ["compressed with an encoding that nobody knows"] = (c, s) => AnswerAsync(c, s, [1, .. Hello[1..]], ("grpc-encoding", "tin")),

            // The end.
            ["trailers without a status"] = async (c, s) =>
            {
                await c.HeadersAsync(s, 0, Head);
                await c.FrameAsync(Connection.Data, 0, s, Hello);
                await c.HeadersAsync(s, Connection.EndStream, ("why", "so"));
            },
            ["a status in headers and another in trailers"] = async (c, s) =>
            {
                await c.HeadersAsync(s, 0, [.. Head, ("grpc-status", "5")]);
                await EndAsync(c, s, Hello);
            },
            ["data that ends without trailers"] = async (c, s) =>
            {
                await c.HeadersAsync(s, 0, Head);
                await c.FrameAsync(Connection.Data, Connection.EndStream, s, Hello);
            },
            ["trailers only with a length of 0"] = (c, s) => OnlyAsync(c, s, ("content-length", "0"), ("grpc-status", "5")),
            ["60,000 bytes and a reset of no error behind them"] = async (c, s) =>
            {
                await c.HeadersAsync(s, 0, Head);
                byte[] large = [0, .. Connection.Number(60_000), .. new byte[60_000]];
                foreach (var piece in large.Chunk(16_000))
                {
                    await c.FrameAsync(Connection.Data, 0, s, piece);
                }

                await c.HeadersAsync(s, Connection.EndStream, ("grpc-status", "0"));
                await c.FrameAsync(Connection.ResetStream, 0, s, Connection.Number(0));
            },
            ["HTTP 503 with a status of gRPC"] = (c, s) => c.HeadersAsync(
                s, Connection.EndStream,
                (":status", "503"), ("content-type", "application/grpc"), ("grpc-status", "8"), ("grpc-message", "full")),
            ["a reset after the trailers"] = async (c, s) =>
            {
                await AnswerAsync(c, s, Hello);
                await c.FrameAsync(Connection.ResetStream, 0, s, Connection.Number(0));
            },
            ["a cancelling reset after the trailers"] = async (c, s) =>
            {
                await AnswerAsync(c, s, Hello);
                await c.FrameAsync(Connection.ResetStream, 0, s, Connection.Number(8));
            },
            ["trailers in three frames"] = async (c, s) =>
            {
                await c.HeadersAsync(s, 0, Head);
                await c.FrameAsync(Connection.Data, 0, s, Hello);
                var block = Connection.Block([("grpc-status", "0"), ("x-late", "yes")]);
                await c.FrameAsync(Connection.Headers, Connection.EndStream, s, block[..4]);
                await c.FrameAsync(Continuation, 0, s, block[4..8]);
                await c.FrameAsync(Continuation, Connection.EndHeaders, s, block[8..]);
            },
            ["repeated and binary trailers"] = (c, s) => AnswerAsync(
                c, s, Hello, ("x-many", "one"), ("x-many", "two"), ("x-some-bin", "AQL/"), ("x-some-bin", "AQL"), ("x-empty", "")),
            ["an internal reset"] = (c, s) => c.FrameAsync(Connection.ResetStream, 0, s, Connection.Number(2)),
            ["a reset that asks for calm"] = (c, s) => c.FrameAsync(Connection.ResetStream, 0, s, Connection.Number(11)),
            ["a reset after a message"] = async (c, s) =>
            {
                await c.HeadersAsync(s, 0, Head);
                await c.FrameAsync(Connection.Data, 0, s, Hello);
                await c.FrameAsync(Connection.ResetStream, 0, s, Connection.Number(2));
            },
            ["a page of HTML"] = async (c, s) =>
            {
                await c.HeadersAsync(s, 0, (":status", "502"), ("content-type", "text/html"));
                await c.FrameAsync(Connection.Data, Connection.EndStream, s, [.. "<html>"u8]);
            },
            ["HTTP 429"] = (c, s) => c.HeadersAsync(s, Connection.EndStream, (":status", "429"), ("content-type", "text/plain")),
            ["HTTP 404"] = (c, s) => c.HeadersAsync(s, Connection.EndStream, (":status", "404")),

            // The connection.
            ["pings and settings in the middle"] = async (c, s) =>
            {
                await c.FrameAsync(Connection.Ping, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8);
                await c.HeadersAsync(s, 0, Head);
                await c.FrameAsync(Connection.Settings, 0, 0, 0, 3, 0, 0, 0, 1); // one stream at once
                await c.FrameAsync(Connection.Ping, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8);
                await EndAsync(c, s, Hello);
            },
        };

    private static string Latin1(string text) => Encoding.Latin1.GetString(Encoding.UTF8.GetBytes(text));

    private static async Task AnswerAsync(Connection connection, int stream, byte[] data, params (string, string)[] fields)
    {
        await connection.HeadersAsync(stream, 0, [.. Head, .. fields]);
        if (data.Length > 0)
        {
            await connection.FrameAsync(Connection.Data, 0, stream, data);
        }

        await connection.HeadersAsync(stream, Connection.EndStream, [("grpc-status", "0"), .. fields]);
    }

    private static async Task AnswerAsTypeAsync(Connection connection, int stream, string type)
    {
        await connection.HeadersAsync(stream, 0, (":status", "200"), ("content-type", type));
        await EndAsync(connection, stream, Hello);
    }

    private static async Task AnswerWithStatusAsync(Connection connection, int stream, string status)
    {
        await connection.HeadersAsync(stream, 0, Head);
        await connection.FrameAsync(Connection.Data, 0, stream, Hello);
        await connection.HeadersAsync(stream, Connection.EndStream, ("grpc-status", status), ("grpc-message", "x"));
    }

    private static async Task EndAsync(Connection connection, int stream, byte[] data)
    {
        await connection.FrameAsync(Connection.Data, 0, stream, data);
        await connection.HeadersAsync(stream, Connection.EndStream, ("grpc-status", "0"));
    }

    private static Task OnlyAsync(Connection connection, int stream, params (string, string)[] fields) =>
        connection.HeadersAsync(stream, Connection.EndStream, [.. Head, .. fields]);
}
