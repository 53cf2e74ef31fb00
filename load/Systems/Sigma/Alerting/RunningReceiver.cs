using System.Text.Json.Nodes;
using Load.Machine;
using Load.Measuring;
using Load.Systems.Sigma.Processes;
using Load.Systems.Sigma.Streaming;

namespace Load.Systems.Sigma.Alerting;

/// <summary>Sigma that is posted records, and has a file for its alerts.</summary>
internal sealed class RunningReceiver(SigmaProcess sigma, DirectoryInfo folder) : ISystemUnderTest
{
    private readonly HttpClient _http = new() { BaseAddress = sigma.Http, Timeout = Timeout.InfiniteTimeSpan };

    public IReadOnlyList<IObservedProcess> Processes => [sigma.Observed];

    public HostControl? Control => null;

    public bool IsOurs => true;

    /// <exception cref="LabException">It did not start.</exception>
    public static async Task<ISystemUnderTest> StartAsync(SetupContext context, CancellationToken cancellationToken)
    {
        var folder = Directory.CreateTempSubdirectory("lab-receiver-");
        var sigma = SigmaProcess.Launch(new(
            null, folder.FullName, FreePorts.Take(1)[0],
            [
                new("Rules:0", ZeekStream.RulesOf("case-1")),
                new("Sources:0", "http"),
                new("Sinks:0", "file"),
                new("File:Output", Path.Combine(folder.FullName, "alerts.ndjson")),
            ],
            context.Processors)
        {
            LogFolder = context.Folder.FullName,
        });
        var receiver = new RunningReceiver(sigma, folder);
        try
        {
            await sigma.BecomeReadyAsync(cancellationToken);
            return receiver;
        }
        catch
        {
            await receiver.DisposeAsync();
            throw;
        }
    }

    public IClientSource Clients() => new EventClients(_http);

    public async ValueTask DisposeAsync()
    {
        _http.Dispose();
        await sigma.DisposeAsync();
        folder.Delete(recursive: true);
    }

    private sealed class EventClients(HttpClient http) : IClientSource
    {
        private readonly byte[] _body = [.. ZeekStream.Records.SelectMany(record => record.Append((byte)'\n'))];

        public WireCounter? Wire => null;

        /// <summary>The answer says that the sink has the alerts.</summary>
        public IClient NewClient(int number) => new ServiceClient(
            http,
            _ => new(HttpMethod.Post, "/v1/events") { Content = new ByteArrayContent(_body) },
            answer => (int?)JsonNode.Parse(answer)?["alerts"] == ZeekStream.MatchesOfNine
                ? null : $"other than {ZeekStream.MatchesOfNine} alerts");
    }
}
