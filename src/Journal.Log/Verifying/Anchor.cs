using System.Globalization;
using System.Text;
using Journal.Log.Signing;

namespace Journal.Log.Verifying;

/// <summary>A checkpoint that was kept elsewhere: what the log may not deny.</summary>
/// <param name="Where">For messages: the file and its line.</param>
public sealed record Anchor(string Where, SignedNote Note, Checkpoint Checkpoint)
{
    /// <summary>A line of an anchor file.</summary>
    public static string ToLine(SignedNote note, DateTimeOffset time)
    {
        var checkpoint = Checkpoint.Parse(note.Text);
        return string.Create(
            CultureInfo.InvariantCulture,
            $"{time.UtcDateTime:yyyy-MM-dd'T'HH:mm:ss'Z'} {checkpoint.Origin} {checkpoint.Size} "
            + $"{Convert.ToBase64String(checkpoint.Root)} {string.Join(',', note.Signatures)}\n");
    }

    /// <summary>Reads an anchor file, or a checkpoint as a log serves it.</summary>
    /// <exception cref="InvalidDataException">It is neither.</exception>
    public static IReadOnlyList<Anchor> Read(string name, byte[] content)
    {
        var text = Encoding.UTF8.GetString(content);
        if (text.Contains("\n\n", StringComparison.Ordinal))
        {
            var note = SignedNote.Parse(content);
            return [new(name, note, Checkpoint.Parse(note.Text))];
        }

        // The last line may be torn: it was being written when somebody looked, or when the power went.
        var end = text.LastIndexOf('\n') + 1;
        return
        [
            .. text[..end].Split('\n', StringSplitOptions.RemoveEmptyEntries)
                .Select((line, index) => ReadLine($"{name}:{index + 1}", line)),
        ];
    }

    private static Anchor ReadLine(string where, string line)
    {
        if (line.Split(' ', 5) is not [_, var origin, var size, var root, var signatures])
        {
            throw new InvalidDataException($"{where} is no anchor: it has no time, origin, size, root and signatures.");
        }

        var text = $"{origin}\n{size}\n{root}\n";
        try
        {
            var note = SignedNote.Parse(Encoding.UTF8.GetBytes($"{text}\n{signatures.Replace(',', '\n')}\n"));
            return new(where, note, Checkpoint.Parse(text));
        }
        catch (InvalidDataException exception)
        {
            throw new InvalidDataException($"{where} is no anchor: {exception.Message}", exception);
        }
    }
}
