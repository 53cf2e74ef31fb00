using Journal.Log.Folders;
using Journal.Log.Proofs;
using Journal.Log.Writing;

namespace Journal.Features.Http;

/// <summary>The proofs for <c>?wait=proof</c>: one for each line, as soon as a checkpoint covers its frame.</summary>
internal sealed class ProofsOfLines(JournalWriter writer, JournalFolder folder)
{
    /// <summary>A proof has some 2 KB.</summary>
    public const int MaxLines = 1000;

    public const string Wait = "proof";

    /// <returns>C2SP tlog-proofs, as <c>journal prove</c> writes them.</returns>
    public async Task<IReadOnlyList<string>> ProveAsync(IEnumerable<LineRun> lines, CancellationToken cancellationToken)
    {
        var proofs = new List<string>();
        foreach (var (ticket, count) in lines)
        {
            for (var place = ticket.Place; place < ticket.Place + count; place++)
            {
                proofs.Add(await ProveAsync(ticket, place, cancellationToken));
            }
        }

        return proofs;
    }

    private async Task<string> ProveAsync(RecordTicket ticket, int place, CancellationToken cancellationToken)
    {
        var evidence = await ticket.Evidence!.WaitAsync(cancellationToken);
        var index = (await ticket.Frame).Index;
        while (true)
        {
            var note = await writer.CoverAsync(index + 1).WaitAsync(cancellationToken);
            try
            {
                return Prover.Prove(folder, evidence, place, note).Text;
            }
            catch (InvalidDataException)
            {
                // The log has grown meanwhile, and the tiles of that checkpoint are gone: use a newer one.
                await Task.Delay(TimeSpan.FromMilliseconds(10), cancellationToken);
            }
        }
    }
}
