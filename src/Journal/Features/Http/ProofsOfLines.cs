using Journal.Log.Folders;
using Journal.Log.Proofs;
using Journal.Log.Writing;

namespace Journal.Features.Http;

/// <summary>The proofs that <c>?wait=proof</c> asks for: of each line, as soon as a checkpoint covers its frame.</summary>
internal sealed class ProofsOfLines(JournalWriter writer, JournalFolder folder)
{
    /// <summary>A proof has some 2 KB.</summary>
    public const int MaxLines = 1000;

    public const string Wait = "proof";

    /// <returns>C2SP tlog-proofs, as <c>journal prove</c> writes them.</returns>
    public async Task<IReadOnlyList<string>> ProveAsync(IReadOnlyList<RecordTicket> tickets, CancellationToken cancellationToken)
    {
        var proofs = new List<string>(tickets.Count);
        foreach (var ticket in tickets)
        {
            var evidence = await ticket.Evidence!.WaitAsync(cancellationToken);
            var index = (await ticket.Frame).Index;
            while (true)
            {
                var note = await writer.CoverAsync(index + 1).WaitAsync(cancellationToken);
                try
                {
                    proofs.Add(Prover.Prove(folder, evidence, ticket.Place, note).Text);
                    break;
                }
                catch (InvalidDataException)
                {
                    // The log has grown meanwhile, and the tiles of that checkpoint are gone: a newer one is there.
                    await Task.Delay(TimeSpan.FromMilliseconds(10), cancellationToken);
                }
            }
        }

        return proofs;
    }
}
