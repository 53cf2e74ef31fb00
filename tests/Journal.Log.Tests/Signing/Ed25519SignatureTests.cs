using Journal.Log.Signing;

namespace Journal.Log.Tests.Signing;

public sealed class Ed25519SignatureTests
{
    /// <summary>RFC 8032, section 7.1: tests 1 to 3.</summary>
    [Theory]
    [InlineData(
        "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        "",
        "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b")]
    [InlineData(
        "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        "72",
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00")]
    [InlineData(
        "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
        "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
        "af82",
        "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a")]
    public void Sign_TheVectorsOfTheRfc_GivesTheirSignatures(string seed, string key, string message, string signature)
    {
        using var secret = Ed25519Signature.KeyOf(Convert.FromHexString(seed));
        var text = Convert.FromHexString(message);

        Convert.ToHexStringLower(Ed25519Signature.PublicKey(secret)).ShouldBe(key);
        Convert.ToHexStringLower(Ed25519Signature.Seed(secret)).ShouldBe(seed);
        Convert.ToHexStringLower(Ed25519Signature.Sign(secret, text)).ShouldBe(signature);
        Ed25519Signature.Verify(Convert.FromHexString(key), text, Convert.FromHexString(signature)).ShouldBeTrue();
    }

    [Fact]
    public void Verify_AnyBitFlipped_IsRefused()
    {
        using var secret = Ed25519Signature.KeyOf(new byte[32]);
        var key = Ed25519Signature.PublicKey(secret);
        byte[] message = [1, 2, 3];
        var signature = Ed25519Signature.Sign(secret, message);

        for (var i = 0; i < signature.Length; i++)
        {
            var flipped = signature.ToArray();
            flipped[i] ^= 0x10;
            Ed25519Signature.Verify(key, message, flipped).ShouldBeFalse();
        }

        Ed25519Signature.Verify(key, [1, 2, 4], signature).ShouldBeFalse();
    }

    /// <summary>S and S plus the group's order are one number to the curve: only one of them may pass (RFC 8032, section 5.1.7).</summary>
    [Fact]
    public void Verify_AMalleatedSignature_IsRefused()
    {
        using var secret = Ed25519Signature.KeyOf(new byte[32]);
        byte[] message = [1];
        var signature = Ed25519Signature.Sign(secret, message);
        var order = Convert.FromHexString("edd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010");
        var carry = 0;
        for (var i = 0; i < order.Length; i++)
        {
            carry += signature[32 + i] + order[i];
            signature[32 + i] = (byte)carry;
            carry >>= 8;
        }

        Ed25519Signature.Verify(Ed25519Signature.PublicKey(secret), message, signature).ShouldBeFalse();
    }

    /// <summary>
    /// The points whose order divides eight, in every encoding. With such a key one signature holds for all messages, or for an eighth of
    /// them; libraries disagree about it ("Taming the many EdDSAs", 2020, table 5).
    /// </summary>
    [Theory]
    [InlineData("0100000000000000000000000000000000000000000000000000000000000000")] // (0, 1), which is neutral
    [InlineData("0100000000000000000000000000000000000000000000000000000000000080")] // the same with a sign that 0 has not
    [InlineData("eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f")] // the same with y + p
    [InlineData("eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff")]
    [InlineData("ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f")] // (0, -1), of order 2
    [InlineData("ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff")]
    [InlineData("0000000000000000000000000000000000000000000000000000000000000000")] // of order 4
    [InlineData("0000000000000000000000000000000000000000000000000000000000000080")]
    [InlineData("edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f")]
    [InlineData("edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff")]
    [InlineData("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05")] // of order 8
    [InlineData("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85")]
    [InlineData("c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a")]
    [InlineData("c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa")]
    public void Verify_PointsOfSmallOrder_AreRefused(string point)
    {
        var small = Convert.FromHexString(point);
        using var secret = Ed25519Signature.KeyOf(new byte[32]);
        var signature = Ed25519Signature.Sign(secret, [1]);

        for (byte message = 0; message < 32; message++)
        {
            // S = 0 and R = -hA: a verifier that does not look at the order takes one of eight.
            Ed25519Signature.Verify(small, [message], [.. small, .. new byte[32]]).ShouldBeFalse();
            Ed25519Signature.Verify(small, [message], signature).ShouldBeFalse();
            Ed25519Signature.Verify(Ed25519Signature.PublicKey(secret), [message], [.. small, .. signature[32..]]).ShouldBeFalse();
        }
    }

    /// <summary>Bytes that are no point: half of all.</summary>
    [Fact]
    public void Verify_KeysThatAreNoPoint_AreRefused()
    {
        using var secret = Ed25519Signature.KeyOf(new byte[32]);
        var signature = Ed25519Signature.Sign(secret, [1]);

        for (var i = 0; i < 64; i++)
        {
            var key = new byte[32];
            (key[0], key[31]) = ((byte)i, 0x55);
            Ed25519Signature.Verify(key, [1], signature).ShouldBeFalse();
        }
    }

    [Fact]
    public void KeyOf_AnotherLength_IsRefused() =>
        Should.Throw<ArgumentException>(() => Ed25519Signature.KeyOf(new byte[31])).Message.ShouldContain("32 bytes, not 31");

    [Theory]
    [InlineData(31, 64)]
    [InlineData(33, 64)]
    [InlineData(32, 63)]
    [InlineData(32, 65)]
    [InlineData(0, 0)]
    public void Verify_WrongSizes_AreRefused(int key, int signature) =>
        Ed25519Signature.Verify(new byte[key], [1], new byte[signature]).ShouldBeFalse();
}
