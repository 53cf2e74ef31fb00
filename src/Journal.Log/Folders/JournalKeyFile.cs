using Durable;

namespace Journal.Log.Folders;

/// <summary>Reads the files that hold a journal's keys.</summary>
internal static class JournalKeyFile
{
    /// <param name="file">The file; it has to exist.</param>
    /// <param name="parse">Throws <see cref="InvalidDataException"/> for a text that is not such a key.</param>
    /// <exception cref="InvalidDataException">The file is damaged; the message names it, and says what to do.</exception>
    public static T Read<T>(string file, Func<string, T> parse)
    {
        try
        {
            return parse(SharedFile.ReadAllText(file));
        }
        catch (InvalidDataException exception)
        {
            throw new InvalidDataException($"{file}: {exception.Message} Restore the file from a copy.", exception);
        }
    }
}
