using System.Security.Cryptography;
using System.Text.Json.Nodes;
using Journal.Features.Anchors;
using Journal.Features.Bundles;
using Journal.Log.Folders;
using Journal.Log.Signing;
using Journal.Tests.Search;
using Trust;

namespace Journal.Tests.Evidence;

/// <summary>A bundle of evidence with a witness and time stamps, and ways to forge it.</summary>
internal static class EvidenceBundle
{
    private static readonly CosigningKey Witness = CosigningKey.Create("w.example");

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    /// <summary>Twenty lines in two segments; a stamp before them, one in the middle, a stamp and a witness after them.</summary>
    public static async Task<SearchedJournal> WriteAsync(StampingAuthority authority)
    {
        var journal = new SearchedJournal();
        using var store = new TimeStampStore(
            authority.Store, new(Authorities.FromFile(authority.CertificateFile, "the test's authority")), TimeSpan.Zero, journal.Folder,
            TimeProvider.System);
        await journal.WriteAsync(Enumerable.Range(0, 2).Select(number => $"line {number}"));
        await store.KeepAsync(Read(journal.Folder), Token).Within();
        await journal.WriteAsync(Enumerable.Range(2, 8).Select(number => $"line {number}"), 5);
        await store.KeepAsync(Read(journal.Folder), Token).Within();
        await journal.WriteAsync(Enumerable.Range(10, 10).Select(number => $"line {number}"), 3);
        await store.KeepAsync(Read(journal.Folder), Token).Within();
        var note = Read(journal.Folder);
        Directory.CreateDirectory(journal.Folder.Cosigned);
        await File.WriteAllBytesAsync(
            Path.Combine(journal.Folder.Cosigned, $"{Witness.Verifier.Id:x8}"),
            note.With(Witness.Sign(note.Text, TimeProvider.System.GetUtcNow())).ToBytes(), Token);
        await journal.WriteAsync(["later"]);
        return journal;
    }

    private static SignedNote Read(JournalFolder folder) => SignedNote.Parse(File.ReadAllBytes(folder.Checkpoint));

    public static async Task<(int Code, string Said)> ExportAsync(SearchedJournal journal, string bundle, long from, long to)
    {
        var said = new StringWriter();
        var export = new EvidenceExport(journal.Folder, bundle, said) { Witnesses = [Witness.Verifier] };
        return (await export.RunAsync(JournalHost.Reader, new() { From = new(from, null), To = new(to, null) }, Token).Within(),
            said.ToString());
    }

    /// <summary>Changes a bundle in a way, and makes its sums anew.</summary>
    public static async Task ChangeAsync(string bundle, string way)
    {
        var (frames, stamps) = (Path.Combine(bundle, "frames.jsonl"), Path.Combine(bundle, "timestamps"));
        var lines = (await File.ReadAllLinesAsync(frames, Token)).Select(line => JsonNode.Parse(line)!).ToList();
        var records = lines[1]["records"]!.AsArray();
        switch (way)
        {
            case "flipped":
                var record = Convert.FromBase64String((string)records[0]!["record"]!);
                record[^1] ^= 1;
                records[0]!["record"] = Convert.ToBase64String(record);
                break;
            case "removed":
                byte[] leaf = [0, .. Convert.FromBase64String((string)records[0]!["record"]!)];
                records[0] = new JsonObject { ["hash"] = Convert.ToBase64String(SHA256.HashData(leaf)) };
                break;
            case "left out":
                records.RemoveAt(0);
                break;
            case "frame left out":
                lines.RemoveAt(1);
                break;
            case "header":
                var header = Convert.FromBase64String((string)lines[1]["header"]!);
                header[47] ^= 1; // its time
                lines[1]["header"] = Convert.ToBase64String(header);
                break;
            case "checkpoint":
                var note = await File.ReadAllTextAsync(Path.Combine(bundle, "checkpoint"), Token);
                var size = note.Split('\n')[1];
                await File.WriteAllTextAsync(Path.Combine(bundle, "checkpoint"), note.Replace($"\n{size}\n", $"\n{size}0\n"), Token);
                break;
            case "stamp":
                await FlipLastAsync(Directory.GetFiles(stamps, "*.tsr").Order().First());
                break;
            case "stamp of another":
                var all = Directory.GetFiles(stamps, "*.tsr").Order().ToList();
                File.Copy(all[0], all[1], overwrite: true);
                break;
            case "proof":
                var proof = Directory.GetFiles(stamps, "*.proof").First(file => new FileInfo(file).Length > 0);
                var hashes = await File.ReadAllLinesAsync(proof, Token);
                hashes[0] = Convert.ToBase64String(new byte[32]);
                await File.WriteAllLinesAsync(proof, hashes, Token);
                break;
            case "witness":
                var file = Directory.GetFiles(Path.Combine(bundle, "cosigned"), "*.checkpoint").Single();
                var text = await File.ReadAllTextAsync(file, Token);
                var line = text.Split('\n').Single(each => each.StartsWith("— w.example ", StringComparison.Ordinal));
                var signature = Convert.FromBase64String(line.Split(' ')[2]);
                signature[8] ^= 1; // the time that it names
                await File.WriteAllTextAsync(file, text.Replace(line, $"— w.example {Convert.ToBase64String(signature)}"), Token);
                break;
            default:
                await FlipLastAsync(Path.Combine(bundle, "log.vkey"));
                return;
        }

        await File.WriteAllLinesAsync(frames, lines.Select(line => line.ToJsonString()), Token);
        var sums = Directory.GetFiles(bundle, "*", SearchOption.AllDirectories).Where(file =>
            !file.EndsWith("SHA256SUMS", StringComparison.Ordinal))
            .Select(file => $"{Convert.ToHexStringLower(SHA256.HashData(File.ReadAllBytes(file)))}  "
                + $"{Path.GetRelativePath(bundle, file)}\n");
        await File.WriteAllTextAsync(Path.Combine(bundle, "SHA256SUMS"), string.Concat(sums), Token);
    }

    private static async Task FlipLastAsync(string file)
    {
        var bytes = await File.ReadAllBytesAsync(file, Token);
        bytes[^1] ^= 1;
        await File.WriteAllBytesAsync(file, bytes, Token);
    }
}
