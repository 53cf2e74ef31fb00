using System.Globalization;
using System.Security.Cryptography;
using System.Text;
using System.Text.Json;
using Durable;
using Hosting.Lifetime;
using Journal.Features.Anchors;
using Journal.Features.Search;
using Journal.Log.Folders;
using Journal.Log.Recipients;
using Journal.Log.Signing;
using Journal.Log.Tiles;
using Journal.Log.Trees;
using Journal.Log.Writing;

namespace Journal.Features.Bundles;

/// <summary>
/// Writes records and everything that proves them to a folder, with programs that verify it: a stranger needs neither the journal nor a
/// key.
/// </summary>
/// <param name="folder">The journal; a server may write it.</param>
/// <param name="bundle">The folder to make.</param>
/// <param name="messages">Gets a sentence about the result.</param>
internal sealed class EvidenceExport(JournalFolder folder, string bundle, TextWriter messages)
{
    private static readonly string[] Programs = ["verify.js", "verify.html", "README.txt"];

    private readonly List<(string Name, byte[] Hash)> _files = [];

    /// <summary>Keys of witnesses whose signatures go into the bundle.</summary>
    public IReadOnlyList<CosignerKey> Witnesses { get; init; } = [];

    /// <exception cref="JournalRefusedException">The folder exists.</exception>
    /// <exception cref="InvalidDataException">The records cannot be proven; the message says why.</exception>
    public async Task<int> RunAsync(ReaderKey key, SearchQuery bounds, CancellationToken cancellationToken)
    {
        var identity = folder.ReadVerifier();
        if (Directory.Exists(bundle) && Directory.EnumerateFileSystemEntries(bundle).Any())
        {
            throw new JournalRefusedException($"{bundle} exists, and is not empty: name another folder for the bundle.");
        }

        Directory.CreateDirectory(bundle);
        try
        {
            var (note, checkpoint, tiles) = ReadCheckpoint(identity);
            var frames = new EvidenceFrames(folder, key, bounds, tiles);
            var lastFrame = await WriteFramesAsync(frames, cancellationToken);
            if (frames.First < 0)
            {
                throw new InvalidDataException("There is no record within these bounds: retention may have deleted it.");
            }

            if (bounds.From?.Sequence is { } wanted && frames.First > wanted)
            {
                throw new InvalidDataException(
                    $"Records {wanted} to {frames.First - 1} are not in the log: retention has deleted them, or they are missing. "
                    + "journal verify "
                    + $"says which. To export what is there: --from {frames.First}");
            }

            await WriteAsync("checkpoint", note.ToBytes());
            await WriteAsync("log.vkey", Encoding.UTF8.GetBytes($"{identity}\n"));
            var witnesses = await WriteWitnessesAsync(checkpoint, tiles);
            var stamps = await WriteTimeStampsAsync(checkpoint, tiles, lastFrame);
            await WriteAsync("evidence.json", JsonSerializer.SerializeToUtf8Bytes(new
            {
                version = "journal-evidence/1",
                firstSequence = frames.First,
                nextSequence = frames.Next,
                witnesses,
                timestamps = stamps,
            }));
            foreach (var program in Programs)
            {
                await WriteAsync(program, await ResourceAsync(program));
            }

            var sums = string.Concat(_files.OrderBy(file => file.Name, StringComparer.Ordinal)
                .Select(file => $"{Convert.ToHexStringLower(file.Hash)}  {file.Name}\n"));
            await File.WriteAllTextAsync(Path.Combine(bundle, "SHA256SUMS"), sums, CancellationToken.None);
            await messages.WriteLineAsync(
                $"{bundle} proves records {frames.First} to {frames.Next - 1}, with {witnesses.Count} witnesses and {stamps.Count} time "
                + "stamps. "
                + $"The SHA-256 of its SHA256SUMS, for the protocol: "
                + $"{Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(sums)))}");
            return ExitCode.Done;
        }
        catch
        {
            Directory.Delete(bundle, recursive: true); // half a bundle proves nothing
            throw;
        }
    }

    private (SignedNote Note, Checkpoint Checkpoint, TileReader Tiles) ReadCheckpoint(VerifierKey identity)
    {
        for (var attempt = 0; ; attempt++)
        {
            var note = SignedNote.Parse(SharedFile.ReadAllBytes(folder.Checkpoint));
            var checkpoint = Checkpoint.Parse(note.Text);
            if (!note.IsSignedBy(identity))
            {
                throw new InvalidDataException($"{folder.Checkpoint} is not signed by this log. journal verify says more.");
            }

            var tiles = new TileReader(folder.Tiles, checkpoint.Size);
            if (tiles.Hold() || attempt == 3)
            {
                return (note, checkpoint, tiles);
            }
        }
    }

    /// <returns>The index of the last frame.</returns>
    private async Task<long> WriteFramesAsync(EvidenceFrames frames, CancellationToken cancellationToken)
    {
        var last = -1L;
        using var hash = IncrementalHash.CreateHash(HashAlgorithmName.SHA256);
        await using (var file = File.Create(Path.Combine(bundle, "frames.jsonl")))
        {
            foreach (var (index, line) in frames.Lines(cancellationToken))
            {
                hash.AppendData(line);
                await file.WriteAsync(line, cancellationToken);
                last = index;
            }
        }

        _files.Add(("frames.jsonl", hash.GetHashAndReset()));
        return last;
    }

    /// <returns>The names of the checkpoints that witnesses have signed, and the witnesses' keys.</returns>
    private async Task<Dictionary<string, string>> WriteWitnessesAsync(Checkpoint checkpoint, TileReader tiles)
    {
        var written = new Dictionary<string, string>(StringComparer.Ordinal);
        foreach (var witness in Witnesses)
        {
            var file = Path.Combine(folder.Cosigned, $"{witness.Id:x8}");
            if (File.Exists(file) && SignedNote.Parse(SharedFile.ReadAllBytes(file)) is var note
                && Cosignature.TimeOf(note, witness) is not null && Checkpoint.Parse(note.Text).Size <= checkpoint.Size)
            {
                var name = $"{witness.Id:x8}";
                await WriteEarlierAsync("cosigned", name, note.ToBytes(), Checkpoint.Parse(note.Text).Size, tiles);
                written[name] = $"{witness}";
            }
        }

        return written;
    }

    /// <summary>The last time stamp before the records, the first one that covers all of them, and the newest.</summary>
    private async Task<List<string>> WriteTimeStampsAsync(Checkpoint checkpoint, TileReader tiles, long lastFrame)
    {
        var sizes = Directory.Exists(folder.TimeStamps)
            ? Directory.GetFiles(folder.TimeStamps, "*.tsr")
                .Select(file => long.TryParse(
                    Path.GetFileNameWithoutExtension(file), NumberStyles.None, CultureInfo.InvariantCulture, out var size) ? size : -1)
                .Where(size => size > 0 && size <= checkpoint.Size && File.Exists(TimeStampStore.CheckpointFile(folder.TimeStamps, size)))
                .Order().ToList()
            : [];
        var wanted = new[]
        {
            sizes.LastOrDefault(size => size <= lastFrame), sizes.FirstOrDefault(size => size > lastFrame), sizes.LastOrDefault(),
        }.Where(size => size > 0).Distinct().ToList();
        foreach (var size in wanted)
        {
            var name = size.ToString(CultureInfo.InvariantCulture);
            await WriteEarlierAsync(
                "timestamps", name, await File.ReadAllBytesAsync(TimeStampStore.CheckpointFile(folder.TimeStamps, size)), size, tiles);
            await WriteAsync($"timestamps/{name}.tsr", await File.ReadAllBytesAsync(TimeStampStore.StampFile(folder.TimeStamps, size)));
        }

        return wanted.ConvertAll(size => size.ToString(CultureInfo.InvariantCulture));
    }

    /// <summary>An earlier checkpoint, and the proof that the log has only grown since.</summary>
    private async Task WriteEarlierAsync(string part, string name, byte[] note, long size, TileReader tiles)
    {
        var proof = size == tiles.Size ? [] : ConsistencyProof.Make(tiles.Hash, size, tiles.Size);
        await WriteAsync($"{part}/{name}.checkpoint", note);
        await WriteAsync(
            $"{part}/{name}.proof", Encoding.ASCII.GetBytes(string.Concat(proof.Select(hash => $"{Convert.ToBase64String(hash)}\n"))));
    }

    private async Task WriteAsync(string name, byte[] content)
    {
        var file = Path.Combine([bundle, .. name.Split('/')]);
        Directory.CreateDirectory(Path.GetDirectoryName(file)!);
        await File.WriteAllBytesAsync(file, content, CancellationToken.None);
        _files.Add((name, SHA256.HashData(content)));
    }

    private static async Task<byte[]> ResourceAsync(string name)
    {
        await using var resource = typeof(EvidenceExport).Assembly.GetManifestResourceStream($"Evidence/{name}")
            ?? throw new InvalidOperationException($"The program holds no {name}.");
        using var content = new MemoryStream();
        await resource.CopyToAsync(content);
        return content.ToArray();
    }
}
