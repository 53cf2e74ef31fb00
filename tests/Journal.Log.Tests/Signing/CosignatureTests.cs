using System.Text;
using Journal.Log.Signing;

namespace Journal.Log.Tests.Signing;

public sealed class CosignatureTests
{
    private const string Text = "log.example/a\n7\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n";
    private static readonly DateTimeOffset Time = DateTimeOffset.FromUnixTimeSeconds(1_700_000_000);

    private readonly SigningKey _log = SigningKey.Create("log.example/a");
    private readonly CosigningKey _witness = CosigningKey.Create("witness.example/w1");

    [Fact]
    public void TimeOf_ACosignedCheckpoint_IsWhenItWasSigned()
    {
        var note = Reread(SignedNote.Sign(Text, _log).With(_witness.Sign(Text, Time)));

        Cosignature.TimeOf(note, _witness.Verifier).ShouldBe(Time);
        note.IsSignedBy(_log.Verifier).ShouldBeTrue();
    }

    [Fact]
    public void TimeOf_AnotherWitnessTextOrTime_IsNone()
    {
        var good = _witness.Sign(Text, Time);
        var note = SignedNote.Sign(Text, _log).With(good);

        Cosignature.TimeOf(note, CosigningKey.Create("witness.example/w1").Verifier).ShouldBeNull();
        Cosignature.TimeOf(note, CosigningKey.Create("witness.example/w2").Verifier).ShouldBeNull();
        Cosignature.TimeOf(SignedNote.Sign(Text.Replace("7", "8", StringComparison.Ordinal), _log).With(good), _witness.Verifier)
            .ShouldBeNull();
        for (var place = 0; place < good.Bytes.Length; place++)
        {
            var bytes = good.Bytes.ToArray();
            bytes[place] ^= 1;
            Cosignature.TimeOf(SignedNote.Sign(Text, _log).With(good with { Bytes = bytes }), _witness.Verifier).ShouldBeNull();
        }

        Cosignature.TimeOf(SignedNote.Sign(Text, _log).With(good with { Bytes = good.Bytes[..^1] }), _witness.Verifier).ShouldBeNull();
    }

    [Fact]
    public void TimeOf_AGoodAndAWrongCosignature_IsNone()
    {
        var (good, wrong) = (_witness.Sign(Text, Time), _witness.Sign("another text\n", Time));
        var note = SignedNote.Parse(Encoding.UTF8.GetBytes($"{Text}\n{good}\n{wrong}\n"));

        Cosignature.TimeOf(note, _witness.Verifier).ShouldBeNull();
    }

    [Fact]
    public void TimeOf_SeveralTimes_IsTheLatest()
    {
        var (first, second) = (_witness.Sign(Text, Time), _witness.Sign(Text, Time.AddSeconds(9)));

        Cosignature.TimeOf(SignedNote.Parse(Encoding.UTF8.GetBytes($"{Text}\n{second}\n{first}\n")), _witness.Verifier)
            .ShouldBe(Time.AddSeconds(9));
    }

    [Fact]
    public void Parse_KeysThatWereWritten_AreTheSameAndNoLogs()
    {
        var key = CosigningKey.Parse(_witness.Export());

        key.Verifier.ShouldBe(_witness.Verifier);
        CosignerKey.Parse($"{_witness.Verifier}\n").ShouldBe(_witness.Verifier);
        Should.Throw<InvalidDataException>(() => VerifierKey.Parse($"{_witness.Verifier}"));
        Should.Throw<InvalidDataException>(() => CosignerKey.Parse($"{_log.Verifier}"));
        Should.Throw<InvalidDataException>(() => SigningKey.Parse(_witness.Export()));
        Should.Throw<InvalidDataException>(() => CosigningKey.Parse(_log.Export()));
    }

    [Fact]
    public void With_ASignatureOfTheSameKey_TakesItsPlace()
    {
        var note = SignedNote.Sign(Text, _log).With(_witness.Sign(Text, Time)).With(_witness.Sign(Text, Time.AddSeconds(1)));

        note.Signatures.Count.ShouldBe(2);
        Cosignature.TimeOf(note, _witness.Verifier).ShouldBe(Time.AddSeconds(1));
    }

    private static SignedNote Reread(SignedNote note) => SignedNote.Parse(note.ToBytes());
}
