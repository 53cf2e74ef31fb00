using System.Security.Cryptography;
using Journal.Log.Reading;
using Journal.Log.Recipients;
using Journal.Log.Writing;

namespace Journal.Log.Tests.Recipients;

/// <summary>HPKE against RFC 9180, and a journal whose reader has a key of P-256.</summary>
public sealed class HpkeTests
{
    // RFC 9180, appendix A.3.1: DHKEM(P-256, HKDF-SHA256), HKDF-SHA256, AES-128-GCM, base mode, first encryption.
    private const string Info = "4f6465206f6e2061204772656369616e2055726e";
    private const string SenderKey = "4995788ef4b9d6132b249ce59a77281493eb39af373d236a1fe415cb0c2d7beb";
    private const string SenderPoint = "04a92719c6195d5085104f469a8b9814d5838ff72b60501e2c4466e5e67b325ac9"
        + "8536d7b61a1af4b78e5b7f951c0900be863c403ce65c9bfcb9382657222d18c4";

    private const string RecipientKey = "f3ce7fdae57e1a310d87f1ebbde6f328be0a99cdbcadf4d6589cf29de4b8ffd2";
    private const string RecipientPoint = "04fe8c19ce0905191ebc298a9245792531f26f0cece2460639e8bc39cb7f706a82"
        + "6a779b4cf969b8a0e539c7f62fb3d30ad6aa8f80e30f1d128aafd68a2ce72ea0";

    private const string Plain = "4265617574792069732074727574682c20747275746820626561757479";
    private const string Associated = "436f756e742d30";
    private const string Ciphertext = "5ad590bb8baa577f8619db35a36311226a896e7342a6d836d8b7bcd2f20b6c7f9076ac232e3ab2523f39513434";

    [Fact]
    public void SealAndOpen_TheRfcsVector_GiveWhatItGives()
    {
        var hpke = new Hpke(keyBytes: 16);
        using var sender = Key(SenderKey, SenderPoint);
        using var recipient = Key(RecipientKey, RecipientPoint);

        var sealedBytes = hpke.Seal(recipient, sender, Bytes(Info), Bytes(Associated), Bytes(Plain));

        Convert.ToHexStringLower(sealedBytes).ShouldBe(SenderPoint + Ciphertext);
        hpke.Open(recipient, Bytes(Info), Bytes(Associated), sealedBytes).ShouldBe(Bytes(Plain));
    }

    [Fact]
    public void Open_AnyByteChanged_IsRefused()
    {
        var hpke = new Hpke();
        using var sender = Key(SenderKey, SenderPoint);
        using var recipient = Key(RecipientKey, RecipientPoint);
        var sealedBytes = hpke.Seal(recipient, sender, Bytes(Info), Bytes(Associated), Bytes(Plain));

        for (var i = 0; i < sealedBytes.Length; i++)
        {
            var changed = sealedBytes.ToArray();
            changed[i] ^= 1;
            Should.Throw<CryptographicException>(() => hpke.Open(recipient, Bytes(Info), Bytes(Associated), changed));
        }

        Should.Throw<CryptographicException>(() => hpke.Open(recipient, Bytes(Info), Bytes(Plain), sealedBytes));
        Should.Throw<CryptographicException>(() => hpke.Open(recipient, Bytes(Info), Bytes(Associated), sealedBytes.AsSpan(0, 80)));
    }

    [Fact]
    public async Task Journal_WithReadersOfBothKinds_IsReadByEither()
    {
        using var journal = new TestJournal();
        using var key = ECDiffieHellman.Create(ECCurve.NamedCurves.nistP256);
        using var reader = ReaderKey.Parse(key.ExportPkcs8PrivateKeyPem());
        using var stranger = ReaderKey.Parse(ECDiffieHellman.Create(ECCurve.NamedCurves.nistP256).ExportPkcs8PrivateKeyPem());
        JournalMaker.AddRecipient(journal.Folder, "second.pem", key.ExportSubjectPublicKeyInfoPem());
        await journal.WriteAsync(["a line"]);

        journal.ReadLines().ShouldBe(["a line"]);
        Read(reader).ShouldBe([null, null, null]);
        Frames(stranger).ShouldBe([(null, false), (null, true), (null, false)]);

        List<string?> Read(ReaderKey with) => [.. Frames(with).Select(frame => frame.Problem)];
        List<(string? Problem, bool IsForOthers)> Frames(ReaderKey with) =>
        [
            .. new LogReader(journal.Folder, with, _ => null).Read(0, _ => true)
                .Select(frame => (frame.Found.Problem, frame.IsForOthers)),
        ];
    }

    [Fact]
    public void Parse_WhatIsNoKeyToWrapFor_SaysWhy()
    {
        using var other = ECDiffieHellman.Create(ECCurve.NamedCurves.nistP384);
        using var shorter = RSA.Create(2048);
        using var key = ECDiffieHellman.Create(ECCurve.NamedCurves.nistP256);

        Problem(() => Recipient.Parse(other.ExportSubjectPublicKeyInfoPem())).ShouldContain("another curve than P-256");
        Problem(() => Recipient.Parse(shorter.ExportSubjectPublicKeyInfoPem())).ShouldContain("2048 bits is too short");
        Problem(() => Recipient.Parse("nothing")).ShouldContain("not an RSA or P-256 key");
        Problem(() => ReaderKey.Parse(key.ExportSubjectPublicKeyInfoPem())).ShouldContain("reading needs the private one");

        static string Problem(Func<IDisposable> parse) => Should.Throw<InvalidDataException>(() => parse().Dispose()).Message;
    }

    private static byte[] Bytes(string hex) => Convert.FromHexString(hex);

    private static ECDiffieHellman Key(string key, string point) => ECDiffieHellman.Create(new ECParameters
    {
        Curve = ECCurve.NamedCurves.nistP256,
        D = Bytes(key),
        Q = new() { X = Bytes(point)[1..33], Y = Bytes(point)[33..] },
    });
}
