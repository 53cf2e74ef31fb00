using System.Security.Cryptography;

namespace Journal.Log.Recipients;

/// <summary>
/// Shamir's secret sharing (Communications of the ACM 22, 1979), byte by byte over GF(2^8) with AES's polynomial: so many shares give the
/// secret, and fewer say nothing about it.
/// </summary>
internal static class SecretShares
{
    public const int MaxCount = 255;

    /// <param name="secret">The secret.</param>
    /// <param name="needed">Shares that give it, at least 2.</param>
    /// <param name="count">Shares to make, at most 255.</param>
    /// <returns>The shares at 1, 2 and so on.</returns>
    public static byte[][] Split(ReadOnlySpan<byte> secret, int needed, int count)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(needed, 2);
        ArgumentOutOfRangeException.ThrowIfLessThan(count, needed);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(count, MaxCount);
        var length = secret.Length;
        var shares = Enumerable.Range(0, count).Select(_ => new byte[length]).ToArray();
        var factors = new byte[needed];
        for (var at = 0; at < secret.Length; at++)
        {
            RandomNumberGenerator.Fill(factors);
            factors[0] = secret[at];
            for (var share = 0; share < count; share++)
            {
                var value = 0;
                for (var power = needed - 1; power >= 0; power--)
                {
                    value = Multiply(value, share + 1) ^ factors[power];
                }

                shares[share][at] = (byte)value;
            }
        }

        CryptographicOperations.ZeroMemory(factors);
        return shares;
    }

    /// <param name="shares">Exactly as many as are needed, each with its place; all places differ.</param>
    public static byte[] Combine(IReadOnlyList<(int Place, byte[] Share)> shares)
    {
        var secret = new byte[shares[0].Share.Length];
        foreach (var (place, share) in shares)
        {
            // Lagrange's polynomial of this share, at 0.
            var weight = shares.Where(other => other.Place != place)
                .Aggregate(1, (product, other) => Multiply(product, Multiply(other.Place, Inverse(other.Place ^ place))));
            for (var at = 0; at < secret.Length; at++)
            {
                secret[at] ^= (byte)Multiply(share[at], weight);
            }
        }

        return secret;
    }

    /// <summary>In the same steps for all values.</summary>
    private static int Multiply(int a, int b)
    {
        var product = 0;
        for (var bit = 0; bit < 8; bit++)
        {
            product ^= a & -(b & 1);
            a = (a << 1) ^ (0x11B & -(a >> 7));
            b >>= 1;
        }

        return product;
    }

    /// <summary>The 254th power.</summary>
    private static int Inverse(int value)
    {
        var power = value;
        for (var i = 0; i < 6; i++)
        {
            power = Multiply(Multiply(power, power), value);
        }

        return Multiply(power, power);
    }
}
