using Load.Machine;
using Load.Measuring;
using Load.Systems.Journal.Receivers;

namespace Load.Systems.Journal.Appending;

/// <summary>The least that an answer can cost: the journal's host stores nothing for it.</summary>
internal sealed class AnswerClients(JournalReceiver journal) : IClientSource
{
    public WireCounter? Wire => null;

    public IClient NewClient(int number) => new ServiceClient(
        journal.Http, _ => new(HttpMethod.Get, "/healthz/live"), answer => answer.Length > 0 ? null : "empty");
}
