using System.Globalization;
using System.Runtime.CompilerServices;
using Journal.Log.Signing;
using Journal.Log.Tiles;
using Journal.Log.Trees;
using Journal.Log.Witnessing;

namespace Journal.Log.Tests.Peers;

/// <summary>Cosignatures and offers beside a script that was written from C2SP's text alone.</summary>
public sealed class CosignaturePeerTests : IDisposable
{
    private readonly TempDirectory _files = new();

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    public void Dispose() => _files.Dispose();

    [Fact]
    public async Task Python_ACosignatureOfOurs_Verifies()
    {
        await SkipUnlessPresentAsync();
        var (log, witness) = (SigningKey.Create("log.example/a"), CosigningKey.Create("witness.example/w1"));
        var note = SignedNote.Sign(new Checkpoint("log.example/a", 7, new byte[32]).Text, log);
        var cosigned = note.With(witness.Sign(note.Text, DateTimeOffset.FromUnixTimeSeconds(1_700_000_000)));

        var time = await RunAsync("check", await WriteAsync("note", cosigned), $"{witness.Verifier}");

        time.Trim().ShouldBe("1700000000");
    }

    [Fact]
    public async Task Python_ACosignatureOfTheirs_VerifiesHere()
    {
        await SkipUnlessPresentAsync();
        var note = SignedNote.Sign(new Checkpoint("log.example/a", 7, new byte[32]).Text, SigningKey.Create("log.example/a"));

        var output = await RunAsync("sign", await WriteAsync("note", note), "witness.example/w2");

        var end = output.IndexOf('\n', StringComparison.Ordinal);
        var theirs = SignedNote.Parse(System.Text.Encoding.UTF8.GetBytes(output[(end + 1)..]));
        theirs.Text.ShouldBe(note.Text);
        var time = Cosignature.TimeOf(theirs, CosignerKey.Parse(output[..end])).ShouldNotBeNull();
        time.ShouldBeGreaterThan(DateTimeOffset.FromUnixTimeSeconds(1_700_000_000));
    }

    /// <summary>A journal's own tree: the tiles give a proof that the script folds back to both roots.</summary>
    [Fact]
    public async Task Python_AnOfferOfAJournal_VerifiesWithItsProof()
    {
        await SkipUnlessPresentAsync();
        using var journal = new TestJournal();
        await journal.WriteAsync(Enumerable.Range(0, 5).Select(number => $"{number}"));
        var before = await File.ReadAllBytesAsync(journal.Folder.Checkpoint, Token);
        await journal.WriteAsync(Enumerable.Range(0, 270).Select(number => $"{number}")); // more than a full tile
        var note = SignedNote.Parse(await File.ReadAllBytesAsync(journal.Folder.Checkpoint, Token));
        var (old, size) = (Checkpoint.Parse(SignedNote.Parse(before).Text).Size, Checkpoint.Parse(note.Text).Size);
        var offer = new CheckpointOffer(old, ConsistencyProof.Make(new TileReader(journal.Folder.Tiles, size).Hash, old, size), note);
        await File.WriteAllBytesAsync(_files.Combine("old"), before, Token);
        await File.WriteAllBytesAsync(_files.Combine("offer"), offer.ToBytes(), Token);

        var sizes = await RunAsync("offer", _files.Combine("offer"), $"{journal.Folder.ReadVerifier()}", _files.Combine("old"));

        sizes.Trim().ShouldBe(string.Create(CultureInfo.InvariantCulture, $"{old} {size}"));
    }

    private static async Task SkipUnlessPresentAsync()
    {
        if (File.Exists("/usr/bin/python3"))
        {
            using var probe = DebianPython.Start("-c", "import cryptography");
            await probe.WaitForExitAsync(Token).Within();
            if (probe.ExitCode == 0)
            {
                return;
            }
        }

        MissingPeer.Skip("This test needs a module (Debian: apt-get install python3-cryptography).");
    }

    private static Task<string> RunAsync(params string[] arguments) => DebianPython.RunAsync([Script(), .. arguments]);

    private static string Script([CallerFilePath] string here = "") => Path.Combine(Path.GetDirectoryName(here)!, "cosignature.py");

    private async Task<string> WriteAsync(string name, SignedNote note)
    {
        await File.WriteAllBytesAsync(_files.Combine(name), note.ToBytes(), Token);
        return _files.Combine(name);
    }
}
