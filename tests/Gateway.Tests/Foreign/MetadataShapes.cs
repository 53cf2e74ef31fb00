using System.Text;
using System.Text.Json;

namespace Gateway.Tests.Foreign;

/// <summary>Every shape of metadata that gRPC allows, and every way to end a call with it.</summary>
internal static class MetadataShapes
{
    private static readonly string[] Repeated =
    [
        "accept", "accept-encoding", "from", "allow", "via", "warning", "expires", "vary", "content-language", "set-cookie", "etag",
    ];

    private static IReadOnlyList<MetadataShape> All { get; } =
    [
        Text("none"),
        Bytes("binary twice", ("x-d-bin", [0, 1]), ("x-d-bin", [255])),
        Text("text three times, another between", ("a", "1"), ("a", "2"), ("b", "x"), ("a", "3")),
        Text("text with a comma, twice", ("a", "1, 2"), ("a", "3")),
        Text("empty", ("a", "")),
        Text("empty twice", ("a", ""), ("a", "")),
        Bytes("empty binary", ("a-bin", [])),
        Bytes("empty binary between", ("a-bin", [1]), ("a-bin", []), ("a-bin", [2])),
        Bytes("every byte", ("a-bin", Every(false)), ("a-bin", Every(true))),
        Bytes("binary of every padding", ("a-bin", [1]), ("a-bin", [1, 2]), ("a-bin", [1, 2, 3]), ("a-bin", [1, 2, 3, 4])),
        Text("every printable character", ("a", string.Concat(Enumerable.Range(0x21, 0x5E).Select(letter => (char)letter)))),
        Text("every character of a name", ("0123456789_-.abcdefghijklmnopqrstuvwxyz", "x")),
        Text("spaces inside", ("a", "1  2")),
        Text("long name", (new('k', 200), "v"), (new('k', 200), "w")),
        Text("values of 126 to 128 bytes", [.. Lengths(126)]),
        Text("values of 254 to 256 bytes", [.. Lengths(254)]),
        Text("one value, longer than a frame", ("a", new('x', 20_000))),
        Text("two values, longer than a frame", ("a", new('x', 12_000)), ("a", new('y', 12_000))),
        Bytes("binary, longer than a frame", ("a-bin", new byte[5_000]), ("a-bin", new byte[15_000])),
        Text("60 values", [.. Enumerable.Range(0, 60).Select(i => ("a", $"{i}"))]),
        Text("60 names", [.. Enumerable.Range(0, 60).Select(i => ($"a{i}", new string('y', 50)))]),
        Text("40 names twice", [.. Enumerable.Range(0, 80).Select(i => ($"a{i / 2}", $"{i}"))]),
        Text("a key that is not ours", ("authorization", "Basic x")),
        .. Repeated.Select(name => Text($"HTTP's {name}, twice", (name, "1"), (name, "2"))),
        Refused("refused", "Refuse", "no"),
        Refused("refused without words", "Refuse", ""),
        Refused("refused with words of all kinds", "Refuse", "Nöt 100 % %41 \n\t \u20ac \U0001F600 \"x\" a+b"),
        Refused("refused with long words", "Refuse", new('w', 4_000)),
        Refused("refused with repeated trailers", "Refuse", "no", ("a", "1"), ("a", "2"), ("b", "3")),
        Binary("refused with details", "Refuse", "grpc-status-details-bin", [8, 9, 18, 2, 110, 111]),
        Binary("refused late with details", "RefuseLate", "grpc-status-details-bin", [8, 9, 18, 2, 110, 111]),
        Refused("refused after headers", "RefuseLate", "no", ("a", "1"), ("a", "2")),
        Refused("refused after headers with words of all kinds", "RefuseLate", "Nöt 100 %"),
    ];

    /// <summary>Node sends these once only, and grpc-js then tries for ever.</summary>
    private static readonly string[] OnceOfNode = ["from", "expires", "etag", "content-language"];

    /// <summary>The shapes that the two can send each other without a gateway.</summary>
    public static IReadOnlyList<MetadataShape> Between(string client, string server) =>
    [
        .. All.Where(shape => (client, server) != ("net", "python") || !RepeatsBinary(shape))
            .Where(shape => (client != "node" && server != "node") || !shape.Metadata.Any(field => OnceOfNode.Contains(field[0]))),
    ];

    /// <summary>
    /// .NET sends values of one name in one line with commas. gRPC's C core 1.51 takes no comma in base64: it ends the connection, with or
    /// without an answer.
    /// </summary>
    public static IReadOnlyList<MetadataShape> WithRepeatedBinary => [.. All.Where(RepeatsBinary)];

    public static string Json(IReadOnlyList<MetadataShape> shapes) => JsonSerializer.Serialize(shapes, JsonSerializerOptions.Web);

    private static bool RepeatsBinary(MetadataShape shape) =>
        shape.Metadata.CountBy(field => field[0])
            .Any(name => name is { Value: > 1 } && name.Key.EndsWith("-bin", StringComparison.Ordinal));

    private static MetadataShape Text(string name, params (string Key, string Value)[] fields) =>
        Bytes(name, [.. fields.Select(field => (field.Key, Encoding.Latin1.GetBytes(field.Value)))]);

    private static MetadataShape Bytes(string name, params (string Key, byte[] Value)[] fields) =>
        new(name, "Echo", "", [.. fields.Select(field => (string[])[field.Key, Convert.ToBase64String(field.Value)])]);

    private static MetadataShape Refused(string name, string method, string message, params (string Key, string Value)[] fields) =>
        Text(name, fields) with { Method = method, Message = message };

    private static MetadataShape Binary(string name, string method, string key, byte[] value) =>
        Bytes(name, (key, value)) with { Method = method, Message = "no" };

    private static byte[] Every(bool reversed) => [.. Enumerable.Range(0, 256).Select(value => (byte)(reversed ? 255 - value : value))];

    private static IEnumerable<(string Key, string Value)> Lengths(int first) =>
        Enumerable.Range(first, 3).Select(length => ("a", new string('x', length)));
}

/// <param name="Name">For the test's message.</param>
/// <param name="Method">Of foreign.v1.Metadata.</param>
/// <param name="Message">The words of a refusal.</param>
/// <param name="Metadata">Pairs of a name and a value in base64.</param>
internal sealed record MetadataShape(string Name, string Method, string Message, string[][] Metadata);
