using System.Text;
using Journal.Log.Proofs;
using Journal.Log.Signing;
using Journal.Log.Tiles;

namespace Journal.Log.Tests.Proofs;

public sealed class RecordProofTests
{
    [Fact]
    public async Task Prove_EveryRecord_ConvincesWithoutTheLog()
    {
        using var journal = new TestJournal();
        await journal.WriteAsync(["a", "b", "c"]);
        await journal.WriteAsync(["d", "e"]);
        var key = journal.Folder.ReadVerifier();
        var prover = new Prover(journal.Folder, TestJournal.Reader);

        foreach (var (sequence, line) in "abcde".Select(letter => $"{letter}").Index())
        {
            var proof = RecordProof.Parse(prover.Prove(sequence).Text);

            var record = proof.Check(key, out var problem).ShouldNotBeNull(problem);
            record.Sequence.ShouldBe(sequence);
            Encoding.UTF8.GetString(record.Message.Span).ShouldBe(line);
        }
    }

    [Fact]
    public async Task Check_AnythingChanged_ConvincesNobody()
    {
        using var journal = new TestJournal();
        await journal.WriteAsync(["a", "b", "c"]);
        var key = journal.Folder.ReadVerifier();
        var proof = new Prover(journal.Folder, TestJournal.Reader).Prove(1);

        foreach (var i in Enumerable.Range(0, proof.Record.Length))
        {
            var record = proof.Record.ToArray();
            record[i] ^= 1;
            (proof with { Record = record }).Check(key, out _).ShouldBeNull();
        }

        (proof with { Place = proof.Place + 1 }).Check(key, out _).ShouldBeNull();
        (proof with { FramePath = [.. proof.FramePath.Skip(1)] }).Check(key, out _).ShouldBeNull();
        proof.Check(SigningKey.Create(key.Name).Verifier, out var problem).ShouldBeNull();
        problem.ShouldBe("the checkpoint is not signed by this log");
    }

    [Fact]
    public async Task Prove_ARecordThatIsNotThere_SaysSo()
    {
        using var journal = new TestJournal();
        await journal.WriteAsync(["a"]);

        Should.Throw<InvalidDataException>(() => new Prover(journal.Folder, TestJournal.Reader).Prove(1))
            .Message.ShouldBe("There is no readable record 1.");
    }

    /// <summary>Whoever gets the proof has no log to find out with that it proves nothing.</summary>
    [Fact]
    public async Task Prove_OutOfTilesOrACheckpointThatWereChanged_WritesNoProof()
    {
        var token = TestContext.Current.CancellationToken;
        using var journal = new TestJournal();
        await journal.WriteAsync(["a", "b", "c"]);
        var (folder, prover) = (journal.Folder, new Prover(journal.Folder, TestJournal.Reader));
        var text = SignedNote.Parse(await File.ReadAllBytesAsync(folder.Checkpoint, token)).Text;
        var tile = Path.Combine(folder.Tiles, TilePath.Of(TilePath.Row(0), 0, (int)Checkpoint.Parse(text).Size));
        await FlipAsync(tile);
        Should.Throw<InvalidDataException>(() => prover.Prove(1)).Message.ShouldContain("the frame is not in the log");
        await FlipAsync(tile);

        prover.Prove(1).Note.Text.ShouldBe(text);
        var another = SigningKey.Create(folder.ReadVerifier().Name);
        await File.WriteAllBytesAsync(folder.Checkpoint, SignedNote.Sign(text, another).ToBytes(), token);

        Should.Throw<InvalidDataException>(() => prover.Prove(1)).Message.ShouldContain("the checkpoint is not signed by this log");

        async Task FlipAsync(string file)
        {
            var bytes = await File.ReadAllBytesAsync(file, token);
            bytes[0] ^= 1;
            await File.WriteAllBytesAsync(file, bytes, token);
        }
    }

    [Theory]
    [InlineData("")]
    [InlineData("c2sp.org/tlog-proof@v1\nextra AAAA\nindex 0\n\n")]
    [InlineData("c2sp.org/tlog-proof@v2\nextra AAAA\nindex 0\n\nx\n\n")]
    public void Parse_WhatIsNoProof_IsRefused(string text) => Should.Throw<InvalidDataException>(() => RecordProof.Parse(text));
}
