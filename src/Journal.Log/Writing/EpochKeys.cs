using System.Text;
using Journal.Log.Durability;
using Journal.Log.Folders;
using Journal.Log.Signing;

namespace Journal.Log.Writing;

/// <summary>
/// The key that signs for an hour and is erased then: whoever takes the machine over tomorrow lacks it, and cannot sign another history
/// of today.
/// </summary>
internal sealed class EpochKeys
{
    private readonly JournalFolder _folder;
    private readonly SigningKey _identity;
    private SigningKey? _current;
    private SigningKey? _next;
    private long _number;

    private EpochKeys(JournalFolder folder, SigningKey identity, SigningKey? current, long number) =>
        (_folder, _identity, _current, _number) = (folder, identity, current, number);

    public SigningKey Current => _current ?? throw new InvalidOperationException("No epoch has begun.");

    public bool HasBegun => _current is not null;

    /// <exception cref="InvalidDataException">Key and notes do not belong together.</exception>
    public static EpochKeys Load(JournalFolder folder, SigningKey identity)
    {
        var origin = identity.Verifier.Name;
        var last = -1L;
        while (File.Exists(folder.EpochNote(last + 1)))
        {
            last++;
        }

        if (last < 0)
        {
            return new(folder, identity, null, last); // a key that is there belongs to a start that was broken off
        }

        var keys = File.Exists(folder.EpochKey) ? JournalKeyFile.Read(folder.EpochKey, ParseAll) : [];

        // A change that was broken off has left two keys: the note decides which one signs.
        var current = keys.Find(key => key.Verifier == EpochNote.Parse(ReadNote(folder, last).Text).Key)
            ?? throw new InvalidDataException(
                $"{folder.EpochKey} does not hold the key of epoch {last} of {origin}. Without it nothing can be signed that follows on "
                + "what is there: put it back, or begin a new journal.");
        if (keys.Count > 1)
        {
            DurableFile.Replace(folder.EpochKey, Encoding.UTF8.GetBytes($"{current.Export()}\n"), secret: true);
        }

        return new(folder, identity, current, last);
    }

    /// <summary>
    /// Ends the epoch and begins the next one. It can be broken off anywhere, and goes on at the next start or, when the disk has failed,
    /// at the next call: with the same key, whose note may be there already.
    /// </summary>
    public void Begin(long size, byte[] root)
    {
        var origin = _identity.Verifier.Name;
        var next = _next ??= SigningKey.Create(EpochNote.KeyName(origin, _number + 1));
        var both = _current is null ? next.Export() : $"{_current.Export()}\n{next.Export()}";
        DurableFile.Replace(_folder.EpochKey, Encoding.UTF8.GetBytes($"{both}\n"), secret: true);
        var note = new EpochNote(origin, _number + 1, size, root, next.Verifier);
        DurableFile.Replace(_folder.EpochNote(note.Number), SignedNote.Sign(note.Text, _identity, _current ?? next).ToBytes());
        DurableFile.Replace(_folder.EpochKey, Encoding.UTF8.GetBytes($"{next.Export()}\n"), secret: true);
        _current?.Erase();
        (_current, _next, _number) = (next, null, _number + 1);
    }

    /// <summary>A key a line.</summary>
    private static List<SigningKey> ParseAll(string text) =>
        [.. text.Split('\n', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries).Select(SigningKey.Parse)];

    private static SignedNote ReadNote(JournalFolder folder, long number) => SignedNote.Parse(File.ReadAllBytes(folder.EpochNote(number)));
}
