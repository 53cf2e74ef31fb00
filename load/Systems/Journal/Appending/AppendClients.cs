using System.Text.Json.Nodes;
using Load.Machine;
using Load.Measuring;
using Load.Systems.Journal.Corpus;
using Load.Systems.Journal.Receivers;

namespace Load.Systems.Journal.Appending;

/// <summary>Post a line each; the answer says that it is on the disk.</summary>
internal sealed class AppendClients(JournalReceiver journal) : IClientSource
{
    private const int Lines = 20_000;
    private const int Seed = 1;

    private readonly IReadOnlyList<byte[]> _lines = DaemonLines.Make(Lines, length: null, Seed);

    public WireCounter? Wire => null;

    public IClient NewClient(int number) => new ServiceClient(
        journal.Http,
        ordinal => new(HttpMethod.Post, "/v1/lines") { Content = new ByteArrayContent(_lines[(int)(ordinal % Lines)]) },
        answer => (int?)JsonNode.Parse(answer)?["count"] == 1 ? null : "another number of lines than one");
}
