using System.Net;
using System.Net.Http.Headers;
using System.Net.Sockets;
using System.Text;

namespace Journal.Tests.Doors;

/// <summary>A door of the journal, and a record in its protocol.</summary>
/// <param name="Name">For the test's name.</param>
/// <param name="Path">Null for a protocol of its own.</param>
/// <param name="Type">The type of the body.</param>
/// <param name="Body">The body, with <c>LINE</c> for the text.</param>
internal sealed record Door(string Name, string? Path, string Type, string Body)
{
    public const string Forward = "forward";
    public const string Beats = "beats";

    private const string Json = "application/json";

    public static IReadOnlyList<Door> OverHttp { get; } =
    [
        new("otlp", "/v1/logs", Json, """{"resourceLogs":[{"scopeLogs":[{"logRecords":[{"body":{"stringValue":"LINE"}}]}]}]}"""),
        new("loki", "/loki/api/v1/push", Json, """{"streams":[{"stream":{"app":"a"},"values":[["1","LINE"]]}]}"""),
        new("hec", "/services/collector/event", Json, """{"event":"LINE"}"""),
        new("hec raw", "/services/collector/raw", "text/plain", "LINE\n"),
        new("gelf", "/gelf", Json, """{"version":"1.1","host":"h","short_message":"LINE"}"""),
        new("journald", "/upload", "application/vnd.fdo.journal", "__CURSOR=a\nMESSAGE=LINE\n\n"),
    ];

    public static IReadOnlyList<Door> OverStreams { get; } = [new(Forward, null, "", ""), new(Beats, null, "", "")];

    public static Door Of(string name) => OverHttp.Concat(OverStreams).Single(door => door.Name == name);

    /// <summary>Sends a record, and waits for its answer.</summary>
    /// <param name="http">The journal's address for HTTP.</param>
    /// <param name="port">The port of this door, if it has one of its own.</param>
    /// <param name="line">Less than 32 letters.</param>
    /// <param name="cancellationToken">Ends the wait.</param>
    /// <returns>Null when the connection ends without an answer.</returns>
    public async Task<HttpStatusCode?> SendAsync(Uri http, int port, string line, CancellationToken cancellationToken)
    {
        if (Path is null)
        {
            return await IsAcknowledgedAsync(port, Message(line), cancellationToken) ? HttpStatusCode.OK : null;
        }

        using var client = new HttpClient { BaseAddress = http };
        using var content = new ByteArrayContent(Encoding.UTF8.GetBytes(Body.Replace("LINE", line, StringComparison.Ordinal)));
        content.Headers.ContentType = MediaTypeHeaderValue.Parse(Type);
        try
        {
            using var answer = await client.PostAsync(Path, content, cancellationToken);
            return answer.StatusCode;
        }
        catch (HttpRequestException)
        {
            return null;
        }
    }

    /// <summary>The record of a protocol of its own.</summary>
    public byte[] Message(string line) => Name == Forward
        ? [0x94, .. Text("tag"), 0x01, 0x81, .. Text("message"), .. Text(line), 0x81, .. Text("chunk"), .. Text("c")]
        : [.. "2W"u8, 0, 0, 0, 1, .. "2J"u8, 0, 0, 0, 1, 0, 0, 0, (byte)(line.Length + 14),
            .. Encoding.ASCII.GetBytes($$"""{"message":"{{line}}"}""")];

    private static async Task<bool> IsAcknowledgedAsync(int port, byte[] message, CancellationToken cancellationToken)
    {
        using var client = new TcpClient();
        try
        {
            await client.ConnectAsync(IPAddress.Loopback, port, cancellationToken);
            await client.GetStream().WriteAsync(message, cancellationToken);
            return await client.GetStream().ReadAsync(new byte[64], cancellationToken) > 0;
        }
        catch (Exception gone) when (gone is IOException or SocketException)
        {
            return false;
        }
    }

    private static byte[] Text(string text) => [(byte)(0xA0 | text.Length), .. Encoding.ASCII.GetBytes(text)];
}
