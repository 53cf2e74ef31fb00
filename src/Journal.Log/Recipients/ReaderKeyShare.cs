using System.Globalization;
using System.Security.Cryptography;
using System.Text;

namespace Journal.Log.Recipients;

/// <summary>
/// One of several shares of a reader's private key: the key is encrypted with a random secret (AES-256-GCM), and the secret is shared.
/// </summary>
/// <param name="Fingerprint">SHA-256 of the key's SubjectPublicKeyInfo.</param>
/// <param name="Set">Random; all shares of one split have it.</param>
/// <param name="Needed">So many shares give the key.</param>
/// <param name="Place">Its own place, from 1.</param>
/// <param name="Share">The share of the secret.</param>
/// <param name="Sealed">The encrypted key with its tag, the same in all shares.</param>
public sealed record ReaderKeyShare(byte[] Fingerprint, byte[] Set, int Needed, int Place, byte[] Share, byte[] Sealed)
{
    public const int MaxCount = SecretShares.MaxCount;
    private const string Begin = "journal-reader-share/1";
    private const int SecretBytes = 32;
    private const int SetBytes = 16;
    private const int TagBytes = 16;
    private const int SumBytes = 4;

    /// <param name="key">The key.</param>
    /// <param name="needed">Shares that give it, 2 or more.</param>
    /// <param name="count">Shares to make.</param>
    public static IReadOnlyList<ReaderKeyShare> Split(ReaderKey key, int needed, int count)
    {
        var (secret, set, plain) = (
            RandomNumberGenerator.GetBytes(SecretBytes), RandomNumberGenerator.GetBytes(SetBytes), Encoding.ASCII.GetBytes(
                key.ExportPrivate()));
        var content = new byte[plain.Length + TagBytes];
        using (var cipher = new AesGcm(secret, TagBytes))
        {
            cipher.Encrypt(stackalloc byte[12], plain, content.AsSpan(0, plain.Length), content.AsSpan(^TagBytes..), (
                byte[])[.. key.Fingerprint, .. set]);
        }

        var shares = SecretShares.Split(secret, needed, count);
        CryptographicOperations.ZeroMemory(secret);
        CryptographicOperations.ZeroMemory(plain);
        return [.. shares.Select((share, at) => new ReaderKeyShare(key.Fingerprint, set, needed, at + 1, share, content))];
    }

    /// <param name="shares">With names for messages; more than needed do no harm.</param>
    /// <exception cref="InvalidDataException">
    /// They do not belong together, are too few, or one is wrong; the message says which.
    /// </exception>
    public static ReaderKey Combine(IReadOnlyList<(string Name, ReaderKeyShare Share)> shares)
    {
        var (firstName, first) = shares.Count > 0 ? shares[0] : throw new InvalidDataException("No share was given.");
        foreach (var (name, share) in shares)
        {
            if (!share.Fingerprint.AsSpan().SequenceEqual(first.Fingerprint))
            {
                throw new InvalidDataException(
                    $"{name} is a share of another key ({Short(share.Fingerprint)}) than {firstName} ({Short(first.Fingerprint)}).");
            }

            if (!share.Set.AsSpan().SequenceEqual(first.Set) || share.Needed != first.Needed || !share.Sealed.AsSpan().SequenceEqual(
                first.Sealed))
            {
                throw new InvalidDataException(
                    $"{name} is of another split of the same key than {firstName}: shares of one split fit together only.");
            }
        }

        var distinct = shares.DistinctBy(share => share.Share.Place).ToList();
        if (distinct.Count < first.Needed)
        {
            throw new InvalidDataException(
                $"{first.Needed} different shares give the key, and there are {distinct.Count}: "
                + $"{string.Join(", ", distinct.Select(one => one.Name))}.");
        }

        var secret = SecretShares.Combine([.. distinct.Take(first.Needed).Select(one => (one.Share.Place, one.Share.Share))]);
        var plain = new byte[first.Sealed.Length - TagBytes];
        try
        {
            using var cipher = new AesGcm(secret, TagBytes);
            cipher.Decrypt(
                stackalloc byte[12], first.Sealed.AsSpan(0, plain.Length), first.Sealed.AsSpan(^TagBytes..), plain,
                (byte[])[.. first.Fingerprint, .. first.Set]);
        }
        catch (CryptographicException exception)
        {
            throw new InvalidDataException("These shares do not give the key: one of them was changed.", exception);
        }
        finally
        {
            CryptographicOperations.ZeroMemory(secret);
        }

        var key = ReaderKey.Parse(Encoding.ASCII.GetString(plain));
        CryptographicOperations.ZeroMemory(plain);
        return key;
    }

    /// <exception cref="InvalidDataException">The text is no share, or was mistyped.</exception>
    public static ReaderKeyShare Parse(string text)
    {
        try
        {
            if (text.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries) is [Begin, var fingerprint, var set, var needed,
                var place, var share,
                var content, var sum] && Text(fingerprint, set, needed, place, share, content) is var all && Sum(all) == sum)
            {
                var read = new ReaderKeyShare(
                    Convert.FromHexString(fingerprint), Convert.FromHexString(set), int.Parse(needed, CultureInfo.InvariantCulture),
                    int.Parse(place, CultureInfo.InvariantCulture), Convert.FromBase64String(share), Convert.FromBase64String(content));
                if (read is
                    {
                        Fingerprint.Length: 32, Set.Length: SetBytes, Needed: >= 2 and <= MaxCount, Place: >= 1 and <= MaxCount,
                        Share.Length: SecretBytes, Sealed.Length: > TagBytes
                    })
                {
                    return read;
                }
            }
        }
        catch (Exception exception) when (exception is FormatException or OverflowException)
        {
            throw new InvalidDataException("This is no share of a reader's key.", exception);
        }

        throw new InvalidDataException(text.StartsWith(Begin, StringComparison.Ordinal)
            ? "The share is damaged: its checksum is wrong."
            : "This is no share of a reader's key.");
    }

    public override string ToString()
    {
        var text = Text(
            Convert.ToHexStringLower(Fingerprint), Convert.ToHexStringLower(Set), Needed.ToString(CultureInfo.InvariantCulture),
            Place.ToString(CultureInfo.InvariantCulture), Convert.ToBase64String(Share), Convert.ToBase64String(Sealed));
        return $"{text}\n{Sum(text)}\n";
    }

    public bool Equals(ReaderKeyShare? other) => other is not null && ToString() == other.ToString();

    public override int GetHashCode() => HashCode.Combine(Place, Needed);

    private static string Text(params ReadOnlySpan<string> parts) => $"{Begin}\n{string.Join('\n', parts)}";

    private static string Sum(string text) => Convert.ToHexStringLower(SHA256.HashData(Encoding.ASCII.GetBytes(text)).AsSpan(0, SumBytes));

    private static string Short(byte[] fingerprint) => Convert.ToHexStringLower(fingerprint.AsSpan(0, 8));
}
