using System.Buffers.Binary;
using System.Text;

namespace Prober.Engine.Probing.Dialogues;

/// <summary>A session with ZooKeeper in which paths must have certain values (its wire protocol since version 3.4).</summary>
internal static class ZooKeeper
{
    private const int ConnectAnswer = 37;
    private const int SessionMilliseconds = 10_000;
    private const int GetData = 4;

    public static IReadOnlyList<DialogueStep> Steps(IReadOnlyList<KeyValuePair<string, string>> data) =>
        [Connect, .. data.SelectMany((pair, i) => Get(i + 1, pair.Key, pair.Value))];

    /// <summary>Version, last transaction, time-out, session, an empty password of 16 bytes, not read only.</summary>
    private static DialogueStep Connect { get; } = new(
        [.. Int(45), .. Int(0), .. new byte[8], .. Int(SessionMilliseconds), .. new byte[8], .. Int(16), .. new byte[16], 0],
        [.. Fixed(Int(ConnectAnswer)), .. Enumerable.Repeat<byte?>(null, ConnectAnswer)],
        "it is not ZooKeeper");

    /// <summary>The answer: length, number, transaction, error, value. What follows (the path's state) has a fixed length.</summary>
    private static IEnumerable<DialogueStep> Get(int number, string path, string wanted)
    {
        const int State = 68;
        var (name, value) = (Encoding.UTF8.GetBytes(path), Encoding.UTF8.GetBytes(wanted));
        byte[] request = [.. Int(number), .. Int(GetData), .. Int(name.Length), .. name, 0];
        yield return new(
            [.. Int(request.Length), .. request],
            [
                .. Fixed(Int(20 + value.Length + State)), .. Fixed(Int(number)), .. Enumerable.Repeat<byte?>(null, 8), .. Fixed(Int(0)),
                .. Fixed(Int(value.Length)), .. Fixed(value), .. Enumerable.Repeat<byte?>(null, State),
            ],
            $"{path} has not the wanted value");
    }

    private static IEnumerable<byte?> Fixed(byte[] bytes) => bytes.Select(octet => (byte?)octet);

    private static byte[] Int(int number)
    {
        var bytes = new byte[4];
        BinaryPrimitives.WriteInt32BigEndian(bytes, number);
        return bytes;
    }
}
