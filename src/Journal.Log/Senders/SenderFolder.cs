using System.Globalization;
using System.Text;
using Durable;
using Journal.Log.Folders;

namespace Journal.Log.Senders;

/// <summary>
/// The senders that a journal knows: <c>senders/NAME.key</c>, which is never written again, and <c>senders/NAME.mark</c> beside it. When a
/// journal stops, <c>senders/end</c> says up to which record the marks are exact.
/// </summary>
public sealed class SenderFolder(JournalFolder folder)
{
    private const string KeyEnd = ".key";
    private const string MarkEnd = ".mark";

    private readonly string _path = Path.Combine(folder.Path, "senders");

    private string EndFile => Path.Combine(_path, "end");

    /// <summary>The numbers of an earlier sender of that name do not apply to this one; only its count of missing ones stays.</summary>
    /// <param name="key">The key; a running journal accepts it too.</param>
    /// <exception cref="IOException">There is already a sender of that name.</exception>
    public void Add(SenderKey key)
    {
        var file = PathOf(key.Name, KeyEnd);
        if (File.Exists(file))
        {
            throw new IOException($"There is already a sender {key.Name}: {file}");
        }

        if (MarkOf(key.Name) is { Session: > 0 } mark)
        {
            Save(key.Name, mark with { Session = 0, Last = 0 });
        }

        folder.Disk.Replace(file, Encoding.UTF8.GetBytes(key.Export()), secret: true);
    }

    /// <summary>Removes a sender's key. Its mark stays.</summary>
    /// <returns>False when there is none of that name.</returns>
    public bool Remove(string name)
    {
        if (!SenderKey.IsName(name) || !File.Exists(PathOf(name, KeyEnd)))
        {
            return false;
        }

        folder.Disk.Remove(PathOf(name, KeyEnd));
        return true;
    }

    /// <exception cref="InvalidDataException">A file is damaged; the message names it.</exception>
    public IReadOnlyList<(SenderKey Key, SenderMark Mark)> Read() => [.. KeyFiles().Select(Read)];

    /// <summary>Tells whether the keys are still the same, without the cost of reading them.</summary>
    /// <returns>A number that changes when a key is added, replaced or removed.</returns>
    public int ReadVersion()
    {
        var version = new HashCode();
        foreach (var file in KeyFiles())
        {
            version.Add(file);
            version.Add(File.GetLastWriteTimeUtc(file));
        }

        return version.ToHashCode();
    }

    public void Save(string name, SenderMark mark) =>
        folder.Disk.Replace(PathOf(name, MarkEnd), Encoding.UTF8.GetBytes(mark.ToString()), secret: true);

    /// <summary>All marks are saved, and the journal stops with so many records.</summary>
    public void SaveEnd(long records) =>
        folder.Disk.Replace(EndFile, Encoding.ASCII.GetBytes(records.ToString(CultureInfo.InvariantCulture)));

    /// <summary>Whether a journal with so many records has stored nothing after its marks were saved, and so was not killed.</summary>
    public bool IsEnd(long records) => File.Exists(EndFile)
        ? long.TryParse(SharedFile.ReadAllText(EndFile), NumberStyles.None, CultureInfo.InvariantCulture, out var end) && end == records
        : records == 0;

    private IEnumerable<string> KeyFiles() => Directory.Exists(_path)
        ? Directory.GetFiles(_path, $"*{KeyEnd}").Order(StringComparer.Ordinal)
        : [];

    private string PathOf(string name, string end) => Path.Combine(_path, name + end);

    private (SenderKey Key, SenderMark Mark) Read(string file)
    {
        var key = Parse(file, SenderKey.Parse);
        return (key, MarkOf(key.Name));
    }

    private SenderMark MarkOf(string name)
    {
        var file = PathOf(name, MarkEnd);
        return File.Exists(file) ? Parse(file, SenderMark.Parse) : default;
    }

    private static T Parse<T>(string file, Func<string, T> parse)
    {
        try
        {
            return parse(SharedFile.ReadAllText(file));
        }
        catch (InvalidDataException exception)
        {
            throw new InvalidDataException($"{file}: {exception.Message}", exception);
        }
    }
}
