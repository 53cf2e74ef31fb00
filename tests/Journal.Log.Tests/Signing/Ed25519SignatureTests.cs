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
        var (secret, text) = (Convert.FromHexString(seed), Convert.FromHexString(message));

        Convert.ToHexStringLower(Ed25519Signature.PublicKey(secret)).ShouldBe(key);
        Convert.ToHexStringLower(Ed25519Signature.Sign(secret, text)).ShouldBe(signature);
        Ed25519Signature.Verify(Convert.FromHexString(key), text, Convert.FromHexString(signature)).ShouldBeTrue();
    }

    [Fact]
    public void Verify_AnyBitFlipped_IsRefused()
    {
        var seed = new byte[32];
        var key = Ed25519Signature.PublicKey(seed);
        byte[] message = [1, 2, 3];
        var signature = Ed25519Signature.Sign(seed, message);

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
        var seed = new byte[32];
        byte[] message = [1];
        var signature = Ed25519Signature.Sign(seed, message);
        var order = Convert.FromHexString("edd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010");
        var carry = 0;
        for (var i = 0; i < order.Length; i++)
        {
            carry += signature[32 + i] + order[i];
            signature[32 + i] = (byte)carry;
            carry >>= 8;
        }

        Ed25519Signature.Verify(Ed25519Signature.PublicKey(seed), message, signature).ShouldBeFalse();
    }

    [Theory]
    [InlineData(31, 64)]
    [InlineData(33, 64)]
    [InlineData(32, 63)]
    [InlineData(32, 65)]
    [InlineData(0, 0)]
    public void Verify_WrongSizes_AreRefused(int key, int signature) =>
        Ed25519Signature.Verify(new byte[key], [1], new byte[signature]).ShouldBeFalse();
}
