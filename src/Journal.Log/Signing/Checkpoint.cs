using System.Globalization;

namespace Journal.Log.Signing;

/// <summary>A signed statement of a log: so many frames, with this root (C2SP tlog-checkpoint).</summary>
/// <param name="Origin">The log's own name.</param>
public sealed record Checkpoint(string Origin, long Size, byte[] Root)
{
    public string Text => string.Create(CultureInfo.InvariantCulture, $"{Origin}\n{Size}\n{Convert.ToBase64String(Root)}\n");

    /// <exception cref="InvalidDataException">The text is not a checkpoint.</exception>
    public static Checkpoint Parse(string text) =>
        text.Split('\n') is [{ Length: > 0 } origin, var size, var root, ""] && NoteNumbers.TryParse(size, out var number)
        && VerifierKey.TryDecode(root) is { Length: 32 } hash
            ? new(origin, number, hash)
            : throw new InvalidDataException("The checkpoint has to be origin, size and root, each on its own line.");

    /// <summary>Other logs may add lines; they are part of what is signed, and have no meaning here.</summary>
    /// <exception cref="InvalidDataException">The text is not a checkpoint.</exception>
    public static Checkpoint ParseExtended(string text)
    {
        const int Lines = 3;
        var lines = text.Split('\n');
        return lines.Length <= Lines || lines.AsSpan()[Lines..^1].Contains("")
            ? throw new InvalidDataException("The checkpoint has to be origin, size and root, each on its own line, before further lines.")
            : Parse(string.Join('\n', lines.Take(Lines).Append(lines[^1])));
    }
}
