using System.Text;
using Journal.Log.Signing;

namespace Journal.Log.Tests.Signing;

public sealed class SignedNoteTests
{
    /// <summary>The example of Go's golang.org/x/mod/sumdb/note, whose format C2SP signed-note took over.</summary>
    [Fact]
    public void IsSignedBy_TheExampleOfTheFormat_Holds()
    {
        var key = VerifierKey.Parse("PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW");
        const string Text = "If you think cryptography is the answer to your problem,\n"
            + "then you don't know what your problem is.\n";
        var note = SignedNote.Parse(Encoding.UTF8.GetBytes(
            $"{Text}\n— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n"));

        note.Text.ShouldBe(Text);
        note.IsSignedBy(key).ShouldBeTrue();
    }

    [Fact]
    public void Sign_AfterTheKeyWasErased_Fails()
    {
        var key = SigningKey.Create("log.example/a/epoch/0");

        key.Erase();

        Should.Throw<ObjectDisposedException>(() => SignedNote.Sign("a\n", key));
        Should.Throw<ObjectDisposedException>(() => key.Export());
    }

    [Fact]
    public void Parse_WhatWasWritten_IsTheSameAndSigned()
    {
        var (one, other) = (SigningKey.Create("log.example/a"), SigningKey.Create("log.example/a/epoch/0"));

        var note = SignedNote.Parse(SignedNote.Sign("a\nb\n", one, other).ToBytes());

        note.Text.ShouldBe("a\nb\n");
        note.IsSignedBy(one.Verifier).ShouldBeTrue();
        note.IsSignedBy(other.Verifier).ShouldBeTrue();
        note.IsSignedBy(SigningKey.Create("log.example/a").Verifier).ShouldBeFalse();
    }

    [Fact]
    public void IsSignedBy_AKeyWithAGoodAndAWrongSignature_IsFalse()
    {
        var key = SigningKey.Create("log.example/a");
        var (good, wrong) = (SignedNote.Sign("a\n", key).Signatures[0], SignedNote.Sign("b\n", key).Signatures[0]);

        SignedNote.Parse(Encoding.UTF8.GetBytes($"a\n\n{good}\n{wrong}\n")).IsSignedBy(key.Verifier).ShouldBeFalse();
    }

    [Theory]
    [InlineData("")]
    [InlineData("a\n")]
    [InlineData("a\n\n")]
    [InlineData("a\n\nx\n")]
    [InlineData("a\n\n— name\n")]
    [InlineData("a\n\n— name AAAA\n")]
    [InlineData("a\r\n\n— name AAAAAAAAAAAA\n")]
    public void Parse_WhatIsNoNote_IsRefused(string note) =>
        Should.Throw<InvalidDataException>(() => SignedNote.Parse(Encoding.UTF8.GetBytes(note)));

    [Fact]
    public void Parse_AKeyThatWasExported_SignsTheSame()
    {
        var key = SigningKey.Create("log.example/a");

        var copy = SigningKey.Parse(key.Export());

        copy.Verifier.ShouldBe(key.Verifier);
        VerifierKey.Parse(key.Verifier.ToString()).ShouldBe(key.Verifier);
        SignedNote.Sign("a\n", copy).IsSignedBy(key.Verifier).ShouldBeTrue();
    }

    [Theory]
    [InlineData("o\n01\nAAAA\n")]
    [InlineData("o\n-1\n47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=\n")]
    [InlineData("o\n+1\n47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=\n")]
    [InlineData("o\n1\n47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=\nmore\n")]
    [InlineData("\n1\n47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=\n")]
    public void ParseCheckpoint_AnotherSpelling_IsRefused(string text) =>
        Should.Throw<InvalidDataException>(() => Checkpoint.Parse(text));
}
