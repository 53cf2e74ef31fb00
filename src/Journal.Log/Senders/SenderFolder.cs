using System.Text;
using Journal.Log.Durability;
using Journal.Log.Folders;

namespace Journal.Log.Senders;

/// <summary>
/// The senders that a journal knows: <c>senders/NAME.key</c>, which is never written again, and <c>senders/NAME.mark</c> beside it.
/// </summary>
public sealed class SenderFolder(JournalFolder folder)
{
    private const string KeyEnd = ".key";
    private const string MarkEnd = ".mark";

    private readonly string _path = Path.Combine(folder.Path, "senders");

    /// <exception cref="IOException">There is a sender of that name.</exception>
    public void Add(SenderKey key)
    {
        var file = PathOf(key.Name, KeyEnd);
        if (File.Exists(file))
        {
            throw new IOException($"There is a sender {key.Name} already: {file}");
        }

        DurableFile.Replace(file, Encoding.UTF8.GetBytes(key.Export()), secret: true);
    }

    /// <exception cref="InvalidDataException">A file of them is damaged; the message names it.</exception>
    public IReadOnlyList<(SenderKey Key, SenderMark Mark)> Read() => Directory.Exists(_path)
        ? [.. Directory.GetFiles(_path, $"*{KeyEnd}").Order(StringComparer.Ordinal).Select(Read)]
        : [];

    public void Save(string name, SenderMark mark) =>
        DurableFile.Replace(PathOf(name, MarkEnd), Encoding.UTF8.GetBytes(mark.ToString()), secret: true);

    private string PathOf(string name, string end) => Path.Combine(_path, name + end);

    private (SenderKey Key, SenderMark Mark) Read(string file)
    {
        try
        {
            var key = SenderKey.Parse(File.ReadAllText(file));
            file = PathOf(key.Name, MarkEnd);
            return (key, File.Exists(file) ? SenderMark.Parse(File.ReadAllText(file)) : default);
        }
        catch (InvalidDataException exception)
        {
            throw new InvalidDataException($"{file}: {exception.Message}", exception);
        }
    }
}
