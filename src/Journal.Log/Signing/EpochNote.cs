using System.Globalization;

namespace Journal.Log.Signing;

/// <summary>
/// The beginning of an epoch: which key signs from which size on. The previous epoch's key signs it, and is then erased; the root in it
/// fixes everything before.
/// </summary>
/// <param name="Size">Frames in the log when the epoch began.</param>
/// <param name="Root">The root of these frames.</param>
public sealed record EpochNote(string Origin, long Number, long Size, byte[] Root, VerifierKey Key)
{
    public string Text => string.Create(
        CultureInfo.InvariantCulture, $"{Origin}/epochs\n{Number}\n{Size}\n{Convert.ToBase64String(Root)}\n{Key}\n");

    public static string KeyName(string origin, long number) => string.Create(CultureInfo.InvariantCulture, $"{origin}/epoch/{number}");

    /// <exception cref="InvalidDataException">The text is no such note.</exception>
    public static EpochNote Parse(string text)
    {
        const string Suffix = "/epochs";
        return text.Split('\n') is [var first, var number, var size, var root, var key, ""]
            && first.EndsWith(Suffix, StringComparison.Ordinal)
            && NoteNumbers.TryParse(number, out var epoch) && NoteNumbers.TryParse(size, out var frames)
            && VerifierKey.TryDecode(root) is { Length: 32 } hash
            && VerifierKey.Parse(key) is var verifier && verifier.Name == KeyName(first[..^Suffix.Length], epoch)
            ? new(first[..^Suffix.Length], epoch, frames, hash, verifier)
            : throw new InvalidDataException("The epoch's note has to be origin, number, size, root and key, each on its own line.");
    }
}
