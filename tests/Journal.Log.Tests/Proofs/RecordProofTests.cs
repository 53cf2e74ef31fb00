using System.Text;
using Journal.Log.Proofs;
using Journal.Log.Signing;

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
            .Message.ShouldBe("There is no record 1 that can be read.");
    }

    [Theory]
    [InlineData("")]
    [InlineData("c2sp.org/tlog-proof@v1\nextra AAAA\nindex 0\n\n")]
    [InlineData("c2sp.org/tlog-proof@v2\nextra AAAA\nindex 0\n\nx\n\n")]
    public void Parse_WhatIsNoProof_IsRefused(string text) => Should.Throw<InvalidDataException>(() => RecordProof.Parse(text));
}
