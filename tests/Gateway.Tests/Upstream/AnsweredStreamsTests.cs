using System.Net;
using System.Net.Http.Headers;
using Gateway.Tests.BadInput;
using Hosting.Uploads;
using Connection = Gateway.Tests.BadInput.ScriptedConnection;

namespace Gateway.Tests.Upstream;

/// <summary>
/// A backend answers while its request is still being sent, and ends the stream or the connection at once, in each way in which servers do
/// that. Its answer has come, so the client gets it.
/// </summary>
public sealed class AnsweredStreamsTests
{
    /// <summary>INVALID_ARGUMENT: no other backend would be asked.</summary>
    private static readonly (string, string)[] Refused = [("grpc-status", "3"), ("grpc-message", "too much")];

    private static readonly (string, string)[] Begin = [(":status", "200"), ("content-type", "application/grpc")];

    private static readonly Dictionary<string, Func<int, byte[]>> Answers = new()
    {
        ["trailers only"] = stream => Headers(stream, ends: true, [.. Begin, .. Refused]),
        ["headers and trailers"] = stream => [.. Headers(stream, ends: false, Begin), .. Headers(stream, ends: true, Refused)],
    };

    private static readonly Dictionary<string, (Func<int, byte[]> Frames, Action<Connection> End)> Ends = new()
    {
        ["nothing"] = (_ => [], StaysOpen),
        ["NO_ERROR"] = (stream => Reset(stream, 0), StaysOpen),
        ["PROTOCOL_ERROR"] = (stream => Reset(stream, 1), StaysOpen),
        ["INTERNAL_ERROR"] = (stream => Reset(stream, 2), StaysOpen),
        ["REFUSED_STREAM"] = (stream => Reset(stream, 7), StaysOpen),
        ["CANCEL"] = (stream => Reset(stream, 8), StaysOpen),
        ["ENHANCE_YOUR_CALM"] = (stream => Reset(stream, 11), StaysOpen),
        ["end of the connection"] = (_ => [], connection => connection.End()),
        ["closed connection"] = (_ => [], connection => connection.Close()),
        ["NO_ERROR, closed"] = (stream => Reset(stream, 0), connection => connection.Close()),
        ["CANCEL, closed"] = (stream => Reset(stream, 8), connection => connection.Close()),
        ["GOAWAY NO_ERROR, closed"] = (stream => GoAway(stream, 0), connection => connection.Close()),
        ["GOAWAY ENHANCE_YOUR_CALM, closed"] = (stream => GoAway(stream, 11), connection => connection.Close()),
        ["NO_ERROR, GOAWAY, end"] = (stream => [.. Reset(stream, 0), .. GoAway(stream, 0)], connection => connection.End()),
    };

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    public static TheoryData<string, string> Orders
    {
        get
        {
            var all = new TheoryData<string, string>();
            foreach (var answer in Answers.Keys)
            {
                foreach (var end in Ends.Keys)
                {
                    all.Add(answer, end);
                }
            }

            return all;
        }
    }

    [Theory]
    [MemberData(nameof(Orders))]
    public Task Call_AnsweredBeforeItIsSent_HasItsAnswer(string answer, string end) => ShouldBeRefusedAsync(
        async (connection, stream) =>
        {
            await connection.UseUpWindowAsync();
            await AnswerAsync(connection, stream, answer, end);
        },
        () => new ByteArrayContent(new byte[1_000_000]));

    [Theory]
    [MemberData(nameof(Orders))]
    public async Task Call_AnsweredWhileItsClientPauses_HasItsAnswer(string answer, string end)
    {
        using var left = CancellationTokenSource.CreateLinkedTokenSource(Token);

        await ShouldBeRefusedAsync(
            (connection, stream) => AnswerAsync(connection, stream, answer, end), () => new SilentContent(left.Token));
        await left.CancelAsync();
    }

    private static Task AnswerAsync(Connection connection, int stream, string answer, string end)
    {
        var sent = connection.SendAsync([.. Answers[answer](stream), .. Ends[end].Frames(stream)]); // all of it arrives at once
        Ends[end].End(connection);
        return sent;
    }

    private static async Task ShouldBeRefusedAsync(Func<Connection, int, Task> script, Func<HttpContent> body)
    {
        foreach (var (path, type) in new[]
        {
            ("/v1/files", "application/pdf"),
            ("/analyzer.v1.Analyzer/SubmitFile", "application/grpc"),
            ("/analyzer.v1.Analyzer/SubmitFile", "application/grpc-web+proto"),
            ("/foreign.v1.Foreign/Ask", "application/grpc"),
            ("/foreign.v1.Foreign/Ask", "application/grpc-web+proto"),
        })
        {
            // Each has its own: a call may meet a connection of the call before, which is closed.
            await using var backend = new ScriptedBackend(script, atHead: true);
            await using var gateway = await GatewayHost.StartUnwatchedAsync(backend.Address, "GrpcWeb=true");
            using var clean = gateway.Log.ExpectClean();
            using var http = new HttpClient();
            using var request = new HttpRequestMessage(HttpMethod.Post, new Uri(gateway.Http2, path))
            {
                Version = HttpVersion.Version20,
                VersionPolicy = HttpVersionPolicy.RequestVersionExact,
                Content = body(),
            };
            request.Content.Headers.ContentType = new MediaTypeHeaderValue(type);
            request.Headers.TryAddWithoutValidation("te", "trailers");
            request.Headers.TryAddWithoutValidation(EarlyResponses.EndsWhenAnswered, "true"); // or it is read to its end

            using var response = await http.SendAsync(request, HttpCompletionOption.ResponseHeadersRead, Token).Within();
            var text = await response.Content.ReadAsStringAsync(Token).Within();

            var fields = response.Headers.Concat(response.TrailingHeaders).Select(field => $"{field.Key}: {field.Value.First()}");
            var told = Uri.UnescapeDataString(string.Join('\n', fields.Append(text)));
            told.ShouldContain("too much", Case.Sensitive, $"{path} as {type}");
            (response.StatusCode == HttpStatusCode.BadRequest || told.Contains("grpc-status: 3")).ShouldBeTrue(told);
        }
    }

    private static byte[] Headers(int stream, bool ends, params (string, string)[] fields) => Connection.Frame(
        Connection.Headers, (byte)(Connection.EndHeaders | (ends ? Connection.EndStream : 0)), stream, Connection.Block(fields));

    private static byte[] Reset(int stream, int code) => Connection.Frame(Connection.ResetStream, 0, stream, Connection.Number(code));

    private static byte[] GoAway(int last, int code) =>
        Connection.Frame(Connection.GoAway, 0, 0, [.. Connection.Number(last), .. Connection.Number(code)]);

    private static void StaysOpen(Connection connection)
    {
    }
}
