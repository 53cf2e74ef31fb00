using System.Globalization;
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
    /// <param name="folder">The journal.</param>
    /// <param name="key">Reads the records.</param>
    /// <param name="sequences">The records.</param>
    /// <param name="place">A folder for the proofs; null for the output, which takes one.</param>
    /// <param name="output">Gets the proof, or how many were written.</param>
    public static async Task<int> ProveAsync(
        JournalFolder folder, ReaderKey key, IReadOnlyList<long> sequences, string? place, TextWriter output)
    {
        var prover = new Prover(folder, key);
        if (place is null)
        {
            await output.WriteAsync(prover.Prove(sequences[0]).Text);
            return ExitCode.Done;
        }

        Directory.CreateDirectory(place);
        var written = 0;
        foreach (var (sequence, proof) in prover.ProveAll(sequences))
        {
            var file = Path.Combine(place, string.Create(CultureInfo.InvariantCulture, $"{sequence}.proof"));
            await File.WriteAllTextAsync(file, proof.Text);
            written++;
        }

        await output.WriteLineAsync($"{place}: {written} {(written == 1 ? "proof" : "proofs")}.");
        return ExitCode.Done;
    }

    /// <returns>Found if one of the files proves nothing; the others are looked at all the same.</returns>
    public static async Task<int> CheckAsync(IReadOnlyList<string> files, VerifierKey log, TextWriter output)
    {
        var code = ExitCode.Done;
        foreach (var file in files)
        {
            var proof = RecordProof.Parse(await File.ReadAllTextAsync(file));
            if (proof.Check(log, out var problem) is not { } record)
            {
                await output.WriteLineAsync($"{file} proves nothing: {problem}.");
                code = ExitCode.Found;
                continue;
            }

            await output.WriteLineAsync($"{log.Name} has signed record {record.Sequence}, {record.Source}:");
            await output.WriteLineAsync(Encoding.UTF8.GetString(record.Message.Span));
        }

        return code;
    }
}
