using System.Buffers.Binary;
using System.Net;
using System.Net.Sockets;
using MongoDB.Bson;
using MongoDB.Bson.Serialization;

namespace Prober.Tests.Clients;

/// <summary>MongoDB's wire protocol (OP_QUERY and OP_MSG), with one document in shop.product.</summary>
internal sealed class MongoServer(TcpListener listener, Task serving) : IAsyncDisposable
{
    private const int Reply = 1;
    private const int Query = 2004;
    private const int Message = 2013;

    public int Port => ((IPEndPoint)listener.LocalEndpoint).Port;

    public static MongoServer Start()
    {
        var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        return new(listener, AcceptAsync(listener));
    }

    public async ValueTask DisposeAsync()
    {
        listener.Stop();
        await serving.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
    }

    private static async Task AcceptAsync(TcpListener listener)
    {
        while (true)
        {
            _ = ServeAsync(await listener.AcceptTcpClientAsync());
        }
    }

    private static async Task ServeAsync(TcpClient client)
    {
        using (client)
        await using (var stream = client.GetStream())
        {
            var head = new byte[16];
            while (await stream.ReadAtLeastAsync(head, head.Length, throwOnEndOfStream: false) == head.Length)
            {
                var body = new byte[BinaryPrimitives.ReadInt32LittleEndian(head) - head.Length];
                await stream.ReadExactlyAsync(body);
                var isQuery = BinaryPrimitives.ReadInt32LittleEndian(head.AsSpan(12)) == Query;
                var start = isQuery ? 4 + body.AsSpan(4).IndexOf((byte)0) + 1 + 8 : 5;
                var answer = Answer(BsonSerializer.Deserialize<BsonDocument>(body[start..])).ToBson();
                byte[] whole = isQuery
                    ? [.. new byte[4], .. new byte[8], .. new byte[4], 1, 0, 0, 0, .. answer]
                    : [0, 0, 0, 0, 0, .. answer];
                var reply = new byte[16 + whole.Length];
                BinaryPrimitives.WriteInt32LittleEndian(reply, reply.Length);
                head.AsSpan(4, 4).CopyTo(reply.AsSpan(8));
                BinaryPrimitives.WriteInt32LittleEndian(reply.AsSpan(12), isQuery ? Reply : Message);
                whole.CopyTo(reply, 16);
                await stream.WriteAsync(reply);
            }
        }
    }

    private static BsonDocument Answer(BsonDocument command) => command.GetElement(0) switch
    {
        { Name: "hello" or "isMaster" or "ismaster" } => new()
        {
            { "ok", 1 }, { "isWritablePrimary", true }, { "ismaster", true }, { "helloOk", true }, { "minWireVersion", 0 },
            { "maxWireVersion", 21 }, { "maxBsonObjectSize", 16777216 }, { "maxMessageSizeBytes", 48000000 }, { "maxWriteBatchSize",
                100000 },
        },
        { Name: "find" } => new()
        {
            { "ok", 1 },
            {
                "cursor", new BsonDocument
                {
                    { "id", 0L }, { "ns", "shop.product" },
                    { "firstBatch", new BsonArray(command["filter"]["name"] == "Book" ? [new BsonDocument("name", "Book")] : []) },
                }
            },
        },
        { Name: "saslStart" } => new() { { "ok", 0 }, { "code", 18 }, { "errmsg", "Authentication failed." }, { "codeName",
            "AuthenticationFailed" } },
        _ => new() { { "ok", 1 } },
    };
}
