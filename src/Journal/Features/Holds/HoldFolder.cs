using System.Globalization;
using System.Text;
using System.Text.Json;
using System.Text.RegularExpressions;
using Durable;
using Journal.Log.Folders;
using Journal.Log.Writing;

namespace Journal.Features.Holds;

/// <summary>
/// The holds of a journal, in files of its folder: <c>NAME.json</c> adds one, <c>NAME.release.json</c> asks for its end; the server writes
/// the
/// sequence of the record about each into <c>NAME.added</c> and <c>NAME.released</c>. A hold counts until its release is recorded.
/// </summary>
internal sealed partial class HoldFolder(JournalFolder folder)
{
    private const string AddEnd = ".json";
    private const string ReleaseEnd = ".release.json";

    private string Place => Path.Combine(folder.Path, "holds");

    /// <summary>Those whose release is not recorded.</summary>
    /// <exception cref="InvalidDataException">A file is damaged: nobody knows then what is held.</exception>
    public IReadOnlyList<Hold> Read() =>
        [.. Names().Where(name => !IsRecorded(name, isRelease: true)).Select(name => Read<Hold>(name, AddEnd))];

    public HoldRelease? ReleaseOf(string name) => File.Exists(FileOf(name, ReleaseEnd)) ? Read<HoldRelease>(name, ReleaseEnd) : null;

    /// <summary>Whether the log has a record about it.</summary>
    public bool IsRecorded(string name, bool isRelease) => File.Exists(FileOf(name, isRelease ? ".released" : ".added"));

    public void SetRecorded(string name, bool isRelease, long sequence) => folder.Disk.Replace(
        FileOf(name, isRelease ? ".released" : ".added"), Encoding.ASCII.GetBytes(
            string.Create(CultureInfo.InvariantCulture, $"{sequence}\n")));

    /// <exception cref="JournalRefusedException">The name is not valid, or was used before.</exception>
    public void Add(Hold hold)
    {
        if (!Name().IsMatch(hold.Name))
        {
            throw new JournalRefusedException(
                $"'{hold.Name}' is no name of a hold: use up to 64 letters, digits, hyphens and underscores.");
        }

        if (File.Exists(FileOf(hold.Name, AddEnd)))
        {
            throw new JournalRefusedException(
                $"There is, or was, a hold {hold.Name}: choose another name, so that records of both stay apart.");
        }

        Write(hold.Name, AddEnd, hold);
    }

    /// <exception cref="JournalRefusedException">There is no such hold.</exception>
    public void Release(HoldRelease release)
    {
        if (!Name().IsMatch(release.Name) || !File.Exists(FileOf(release.Name, AddEnd)))
        {
            throw new JournalRefusedException($"There is no hold {release.Name}. journal hold list shows them.");
        }

        if (File.Exists(FileOf(release.Name, ReleaseEnd)))
        {
            throw new JournalRefusedException($"The hold {release.Name} was released before.");
        }

        Write(release.Name, ReleaseEnd, release);
    }

    private IEnumerable<string> Names() => !Directory.Exists(Place) ? []
        : Directory.GetFiles(Place, $"*{AddEnd}").Select(file => Path.GetFileName(file)).Where(file =>
        !file.EndsWith(ReleaseEnd, StringComparison.Ordinal))
            .Select(file => file[..^AddEnd.Length]).Order(StringComparer.Ordinal);

    private string FileOf(string name, string end) => Path.Combine(Place, name + end);

    private void Write<T>(string name, string end, T value)
    {
        folder.Disk.CreateFolders(Place);
        folder.Disk.Replace(FileOf(name, end), JsonSerializer.SerializeToUtf8Bytes(value));
    }

    private T Read<T>(string name, string end)
    {
        var file = FileOf(name, end);
        try
        {
            return JsonSerializer.Deserialize<T>(SharedFile.ReadAllBytes(file)) ?? throw new JsonException("it is empty");
        }
        catch (JsonException exception)
        {
            throw new InvalidDataException($"{file} is damaged, so that nobody knows what it holds: restore it from a copy.", exception);
        }
    }

    [GeneratedRegex("^[A-Za-z0-9_-]{1,64}$")]
    private static partial Regex Name();
}
