using System.Text;
using Journal.Log.Folders;
using Journal.Log.Signing;
using Journal.Log.Trees;
using Journal.Log.Witnessing;

namespace Journal.Log.Tests.Witnessing;

/// <summary>A witness signs some checkpoints and never others, and remembers the last one.</summary>
public sealed class WitnessTests : IDisposable
{
    private readonly TempDirectory _directory = new("witness");
    private readonly SigningKey _log = SigningKey.Create("log.example/a");
    private readonly CosigningKey _key = CosigningKey.Create("witness.example");
    private readonly Witness _witness;

    public WitnessTests() => _witness = Open();

    private JournalFolder Folder => new(_directory.Path);

    public void Dispose() => _directory.Dispose();

    [Fact]
    public void Answer_CheckpointsThatContinueEachOther_AreSigned()
    {
        var sizes = new long[] { 0, 1, 1, 5, 8, 40 };
        foreach (var (old, size) in sizes.Zip(sizes.Skip(1)))
        {
            var offer = Offer(old, size);
            var answer = _witness.Answer(CheckpointOffer.Parse(offer.ToBytes()));

            (answer.Verdict, answer.Size).ShouldBe((WitnessVerdict.Cosigned, size));
            Cosignature.TimeOf(offer.Note.With(answer.Cosignature!), _key.Verifier).ShouldNotBeNull();
        }
    }

    [Fact]
    public void Answer_AnythingButTheNext_IsNotSigned()
    {
        _witness.Answer(Offer(0, 8)).Verdict.ShouldBe(WitnessVerdict.Cosigned);
        var stranger = SigningKey.Create("log.example/a");

        Refused(Offer(0, 12), WitnessVerdict.OtherSize);
        Refused(Offer(3, 12), WitnessVerdict.OtherSize);
        Refused(Offer(3, 5), WitnessVerdict.OtherSize); // smaller than what was signed
        Refused(Offer(8, 5, proofOf: (5, 5)), WitnessVerdict.Malformed);
        Refused(Offer(8, 8, salt: 1), WitnessVerdict.Fork);
        Refused(Offer(0, 8, salt: 1), WitnessVerdict.Fork);
        Refused(Offer(8, 12, salt: 1), WitnessVerdict.NotConsistent);
        Refused(Offer(8, 12) with { Proof = [] }, WitnessVerdict.NotConsistent);
        Refused(Offer(8, 12, key: stranger), WitnessVerdict.NotSigned, 0);
        Refused(Offer(8, 12, key: SigningKey.Create("log.example/b")), WitnessVerdict.UnknownLog, 0);
        Signed(_witness, Offer(8, 12));

        void Refused(CheckpointOffer offer, WitnessVerdict verdict, long size = 8) =>
            _witness.Answer(offer).ShouldBe(new WitnessAnswer(verdict, size));
    }

    [Fact]
    public void Open_AfterARestart_RemembersWhatWasSigned()
    {
        Signed(_witness, Offer(0, 8));

        var next = Open();

        next.Answer(Offer(0, 12)).ShouldBe(new WitnessAnswer(WitnessVerdict.OtherSize, 8));
        next.Answer(Offer(8, 12, salt: 1)).Verdict.ShouldBe(WitnessVerdict.NotConsistent);
        Signed(next, Offer(8, 12));
        var kept = Open().Last(Witness.IdOf("log.example/a")).ShouldNotBeNull();
        Checkpoint.Parse(kept.Text).Size.ShouldBe(12);
        kept.IsSignedBy(_log.Verifier).ShouldBeTrue();
        Cosignature.TimeOf(kept, _key.Verifier).ShouldNotBeNull();
    }

    /// <summary>A directory in the file's place: nothing can be written there.</summary>
    [Fact]
    public void Answer_AStateThatCannotBeKept_IsNotSigned()
    {
        Directory.CreateDirectory(Path.Combine(Folder.Witnessed, Witness.IdOf("log.example/a"), "in the way"));

        Should.Throw<Exception>(() => _witness.Answer(Offer(0, 8))).ShouldBeAssignableTo<SystemException>();

        Directory.Delete(Path.Combine(Folder.Witnessed, Witness.IdOf("log.example/a")), recursive: true);
        Signed(_witness, Offer(0, 8));
    }

    [Fact]
    public void Open_AStateThatIsDamagedOrAnotherLogs_IsRefused()
    {
        Signed(_witness, Offer(0, 8));
        var file = Path.Combine(Folder.Witnessed, Witness.IdOf("log.example/a"));

        File.WriteAllText(file, "");
        Should.Throw<InvalidDataException>(Open).Message.ShouldContain(file);
        File.WriteAllBytes(file, Offer(0, 3, key: SigningKey.Create("log.example/a")).Note.ToBytes());
        Should.Throw<InvalidDataException>(Open).Message.ShouldContain("not signed by this log's key");
    }

    [Fact]
    public void Answer_ManyAtOnceFromOneSize_SignsOneHistory()
    {
        Signed(_witness, Offer(0, 8));

        var answers = Enumerable.Range(0, 64).AsParallel().Select(salt => _witness.Answer(Offer(8, 9 + salt % 4))).ToList();

        answers.Count(answer => answer.Verdict == WitnessVerdict.Cosigned).ShouldBe(1);
        var size = Checkpoint.Parse(_witness.Last(Witness.IdOf("log.example/a"))!.Text).Size;
        answers.Where(answer => answer.Verdict == WitnessVerdict.Cosigned).ShouldAllBe(answer => answer.Size == size);
    }

    [Fact]
    public void Answer_ACheckpointWithExtensionLines_IsSignedWithThem()
    {
        var plain = Offer(0, 8);
        var note = SignedNote.Sign($"{plain.Note.Text}an extension\n", _log);

        var answer = _witness.Answer(plain with { Note = note });

        answer.Verdict.ShouldBe(WitnessVerdict.Cosigned);
        Cosignature.TimeOf(note.With(answer.Cosignature!), _key.Verifier).ShouldNotBeNull();
        Cosignature.TimeOf(plain.Note.With(answer.Cosignature!), _key.Verifier).ShouldBeNull();
    }

    [Theory]
    [InlineData("")]
    [InlineData("old 1\n")]
    [InlineData("old 01\n\no\n1\n47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=\n\n— o AAAAAAAAAAAA\n")]
    [InlineData("new 1\n\no\n1\n47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=\n\n— o AAAAAAAAAAAA\n")]
    [InlineData("old 1\nAAAA\n\no\n1\n47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=\n\n— o AAAAAAAAAAAA\n")]
    [InlineData("old 1\n\no\n1\n47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=\n")]
    public void Parse_WhatIsNoRequest_IsRefused(string body) =>
        Should.Throw<InvalidDataException>(() => CheckpointOffer.Parse(Encoding.UTF8.GetBytes(body)));

    [Fact]
    public void Parse_MoreHashesThanAnyTreeNeeds_IsRefused()
    {
        var offer = Offer(0, 8);

        CheckpointOffer.Parse((offer with { Proof = [.. Enumerable.Repeat(Root(1, 0), 63)] }).ToBytes()).Proof.Count.ShouldBe(63);
        Should.Throw<InvalidDataException>(() => CheckpointOffer.Parse(
            (offer with { Proof = [.. Enumerable.Repeat(Root(1, 0), 64)] }).ToBytes())).Message.ShouldContain("63");
    }

    [Fact]
    public void LoadOrMake_AJournalWithoutAKey_MakesOneAndKeepsIt()
    {
        using var journal = new TestJournal();

        var made = WitnessKeys.LoadOrMake(journal.Folder).Verifier;

        WitnessKeys.LoadOrMake(journal.Folder).Verifier.ShouldBe(made);
        CosignerKey.Parse(File.ReadAllText(journal.Folder.WitnessVerifierFile)).ShouldBe(made);
        made.PublicKey.ShouldNotBe(journal.Folder.ReadVerifier().PublicKey);
        if (!OperatingSystem.IsWindows())
        {
            File.GetUnixFileMode(journal.Folder.WitnessKey).ShouldBe(UnixFileMode.UserRead | UnixFileMode.UserWrite);
        }
    }

    private static void Signed(Witness witness, CheckpointOffer offer) =>
        witness.Answer(offer).Verdict.ShouldBe(WitnessVerdict.Cosigned);

    private static byte[] Root(long size, byte salt) => MerkleTree.Root(Subtrees(salt), size);

    /// <summary>Another salt makes another history, from the first leaf on.</summary>
    private static SubtreeHash Subtrees(byte salt) => (level, index, hash) =>
    {
        var leaves = new byte[MerkleTree.HashBytes << level];
        for (var i = 0; i < 1 << level; i++)
        {
            MerkleTree.HashLeaf([(byte)((index << level) + i), salt], leaves.AsSpan(i * MerkleTree.HashBytes, MerkleTree.HashBytes));
        }

        MerkleTree.RootInPlace(leaves, hash);
    };

    private Witness Open() => new(Folder, _key, [_log.Verifier], TimeProvider.System);

    private CheckpointOffer Offer(long old, long size, byte salt = 0, SigningKey? key = null, (long Old, long Size)? proofOf = null)
    {
        var (first, last) = proofOf ?? (old, size);
        var signer = key ?? _log;
        var checkpoint = new Checkpoint(signer.Verifier.Name, size, Root(size, salt));
        return new(old, ConsistencyProof.Make(Subtrees(salt), first, last), SignedNote.Sign(checkpoint.Text, signer));
    }
}
