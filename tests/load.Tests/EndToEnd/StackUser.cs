using System.Diagnostics;
using System.Net;
using System.Net.Http.Json;
using System.Net.Sockets;
using System.Security.Cryptography;
using System.Text.Json;
using System.Text.RegularExpressions;
using Load.Machine;
using Load.Stack;
using Load.Stack.Chaos;

namespace Load.Tests.EndToEnd;

/// <summary>What a person does with a stack, and looks for in it.</summary>
internal sealed partial class StackUser(string folder)
{
    public const string Ready = "Ctrl+C stops all.";

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    public static Uri AddressOf(LabProcess stack, string member) =>
        new(Regex.Match(stack.Output, $@"^ {member} +(http://[^\s#]+)", RegexOptions.Multiline).Groups[1].Value);

    public static IEnumerable<int> PortsOf(LabProcess stack) =>
        Addresses().Matches(stack.Output).Select(match => int.Parse(match.Groups[1].Value));

    /// <summary>Sends files until a malicious one is acknowledged.</summary>
    public static async Task<AcknowledgedFile> SubmitAsync(Uri gateway)
    {
        using var submissions = new Submissions(gateway);
        while (!submissions.Acknowledged.Any(file => file.IsMalicious))
        {
            await submissions.AcknowledgeOneAsync(Token).Within(Deadline.Extended);
        }

        return submissions.Acknowledged.Single(file => file.IsMalicious);
    }

    /// <summary>Sends a malicious file from an address of loopback, so that this client is told from the members.</summary>
    public static async Task<AcknowledgedFile> SubmitFromAsync(Uri gateway, IPAddress client)
    {
        using var http = new HttpClient(new SocketsHttpHandler { ConnectCallback = ConnectAsync }) { BaseAddress = gateway };
        var file = ChaosFile.Make(Path.GetRandomFileName(), isMalicious: true);
        var trace = ActivityTraceId.CreateRandom().ToHexString();
        using var request = new HttpRequestMessage(HttpMethod.Post, "/v1/files") { Content = new ByteArrayContent(file) };
        request.Headers.Add("traceparent", $"00-{trace}-{ActivitySpanId.CreateRandom().ToHexString()}-01");
        using var answer = await http.SendAsync(request, Token).Within(Deadline.Extended);
        answer.EnsureSuccessStatusCode();
        return new(Convert.ToHexStringLower(SHA256.HashData(file)), trace, IsMalicious: true);

        async ValueTask<Stream> ConnectAsync(SocketsHttpConnectionContext context, CancellationToken cancellationToken)
        {
            var socket = new Socket(SocketType.Stream, ProtocolType.Tcp);
            try
            {
                socket.Bind(new IPEndPoint(client, 0));
                await socket.ConnectAsync(context.DnsEndPoint, cancellationToken);
                return new NetworkStream(socket, ownsSocket: true);
            }
            catch
            {
                socket.Dispose();
                throw;
            }
        }
    }

    public static async Task UpAsync(Uri prober, int targets)
    {
        using var http = new HttpClient { BaseAddress = prober };
        await Deadline.UntilAsync(
            async () => (await http.GetFromJsonAsync<JsonElement>("/api/v1/targets", Token))
                .GetProperty("states").GetProperty("up").GetInt32() == targets,
            Deadline.Extended);
    }

    /// <summary>The journal has the audit line, with a proof that holds by itself, and Sigma's alert, once.</summary>
    /// <returns>The record of the audit line.</returns>
    public async Task<long> SeenAsync(AcknowledgedFile file)
    {
        var trail = await TrailAsync();
        await Deadline.UntilAsync(
            async () =>
            {
                await trail.ReadAsync(Token);
                return trail.AlertsOf(file.Trace) > 0;
            },
            Deadline.Extended);
        trail.AlertsOf(file.Trace).ShouldBe(1);
        var record = trail.AuditedAt(file.Trace).ShouldNotBeNull();
        await trail.ProveAsync([record], Token);
        return record;
    }

    /// <returns>All records of the journal with this trace, as Sigma gets them.</returns>
    public async Task<IReadOnlyList<JsonElement>> RecordsOfAsync(string trace)
    {
        var paths = new StackPaths(folder);
        var journal = BuiltAssembly.Find(StackMembers.JournalProject, assembly: StackMembers.JournalAssembly);
        var (code, lines, errors) = await DotNet.RunAsync(
            DotNet.Start(journal, "replay", paths.Journal, "--key", paths.Reader, "--format", "event", "--grep", trace), Token);
        code.ShouldBe(0, errors);
        return [.. lines.Split('\n', StringSplitOptions.RemoveEmptyEntries).Select(line => JsonDocument.Parse(line).RootElement)];
    }

    /// <summary>Reads the journal beside the stack, or after it.</summary>
    public async Task<JournalTrail> TrailAsync()
    {
        var trail = new JournalTrail(new StackPaths(folder));
        await trail.ReadAsync(Token);
        return trail;
    }

    [GeneratedRegex(@"http://127\.0\.0\.1:(\d+)")]
    private static partial Regex Addresses();
}
