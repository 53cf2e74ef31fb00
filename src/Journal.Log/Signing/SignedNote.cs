using System.Buffers.Binary;
using System.Text;

namespace Journal.Log.Signing;

/// <summary>C2SP's signed note: a text, an empty line, and a line for each signature.</summary>
public sealed class SignedNote
{
    internal const int MaxBytes = 64 << 10;
    private const int MaxSignatures = 32;
    private const string Dash = "— ";
    private static readonly UTF8Encoding Utf8 = new(encoderShouldEmitUTF8Identifier: false, throwOnInvalidBytes: true);

    private SignedNote(string text, IReadOnlyList<NoteSignature> signatures) => (Text, Signatures) = (text, signatures);

    /// <summary>Ends with a line break.</summary>
    public string Text { get; }

    public IReadOnlyList<NoteSignature> Signatures { get; }

    public static SignedNote Sign(string text, params IEnumerable<SigningKey> keys)
    {
        var bytes = Utf8.GetBytes(text);
        return new(text, [.. keys.Select(key => key.Sign(bytes))]);
    }

    /// <exception cref="InvalidDataException">The bytes are not a note.</exception>
    public static SignedNote Parse(ReadOnlySpan<byte> bytes)
    {
        if (bytes.Length > MaxBytes)
        {
            throw new InvalidDataException($"A note has at most {MaxBytes} bytes.");
        }

        string note;
        try
        {
            note = Utf8.GetString(bytes);
        }
        catch (DecoderFallbackException exception)
        {
            throw new InvalidDataException("The note is not UTF-8.", exception);
        }

        var end = note.LastIndexOf("\n\n", StringComparison.Ordinal);
        if (end < 0 || !note.EndsWith('\n') || note.Any(letter => letter < ' ' && letter != '\n'))
        {
            throw new InvalidDataException("The note has no signatures after an empty line.");
        }

        var lines = note[(end + 2)..].Split('\n')[..^1];
        return lines.Length is > 0 and <= MaxSignatures
            ? new(note[..(end + 1)], [.. lines.Select(NoteSignature.Parse)])
            : throw new InvalidDataException($"The note has {lines.Length} signatures.");
    }

    /// <summary>Signatures of unknown keys are ignored; a wrong one of a known key counts, whatever others there are.</summary>
    public bool IsSignedBy(VerifierKey key)
    {
        var own = Signatures.Where(signature => signature.Name == key.Name && signature.KeyId == key.Id).ToList();
        var text = Utf8.GetBytes(Text);
        return own.Count > 0 && own.TrueForAll(signature => Ed25519Signature.Verify(key.PublicKey, text, signature.Bytes));
    }

    /// <summary>The same text with further signatures; each replaces an earlier one by the same key.</summary>
    public SignedNote With(params IEnumerable<NoteSignature> more)
    {
        var added = more.ToList();
        return new(Text, [.. Signatures.Where(old => !added.Exists(one => one.Name == old.Name && one.KeyId == old.KeyId)), .. added]);
    }

    /// <summary>The same text without the signatures of others.</summary>
    public SignedNote Only(Func<NoteSignature, bool> keep) => new(Text, [.. Signatures.Where(keep)]);

    public byte[] ToBytes() => Utf8.GetBytes($"{Text}\n{string.Concat(Signatures.Select(signature => $"{signature}\n"))}");

    internal static (string Name, byte[] KeyAndSignature) SplitLine(string line)
    {
        var space = line.LastIndexOf(' ');
        return line.StartsWith(Dash, StringComparison.Ordinal) && space > Dash.Length
            && VerifierKey.IsName(line[Dash.Length..space])
            && VerifierKey.TryDecode(line[(space + 1)..]) is { Length: > 4 and < 4096 } bytes
            ? (line[Dash.Length..space], bytes)
            : throw new InvalidDataException("A signature line has to be '— name base64'.");
    }
}

/// <summary>A signature line of a note.</summary>
/// <param name="KeyId">A hint of which key it is.</param>
public sealed record NoteSignature(string Name, uint KeyId, byte[] Bytes)
{
    /// <exception cref="InvalidDataException">The line is not a signature.</exception>
    public static NoteSignature Parse(string line)
    {
        var (name, bytes) = SignedNote.SplitLine(line);
        return new(name, BinaryPrimitives.ReadUInt32BigEndian(bytes), bytes[4..]);
    }

    public override string ToString()
    {
        var bytes = new byte[4 + Bytes.Length];
        BinaryPrimitives.WriteUInt32BigEndian(bytes, KeyId);
        Bytes.CopyTo(bytes, 4);
        return $"— {Name} {Convert.ToBase64String(bytes)}";
    }
}
