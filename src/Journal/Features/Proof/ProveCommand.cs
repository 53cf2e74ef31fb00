using System.Text;
using Hosting.Lifetime;
using Journal.Log.Folders;
using Journal.Log.Proofs;
using Journal.Log.Recipients;
using Journal.Log.Signing;

namespace Journal.Features.Proof;

/// <summary>Writes the proof of a record, and checks one: checking needs neither the log nor a reader's key.</summary>
internal static class ProveCommand
{
    public static async Task<int> ProveAsync(JournalFolder folder, ReaderKey key, long sequence, TextWriter output)
    {
        await output.WriteAsync(new Prover(folder, key).Prove(sequence).Text);
        return ExitCode.Done;
    }

    public static async Task<int> CheckAsync(string file, VerifierKey log, TextWriter output)
    {
        var proof = RecordProof.Parse(await File.ReadAllTextAsync(file));
        if (proof.Check(log, out var problem) is not { } record)
        {
            await output.WriteLineAsync($"{file} proves nothing: {problem}.");
            return ExitCode.Found;
        }

        await output.WriteLineAsync($"{log.Name} has signed record {record.Sequence}, {record.Source}:");
        await output.WriteLineAsync(Encoding.UTF8.GetString(record.Message.Span));
        return ExitCode.Done;
    }
}
