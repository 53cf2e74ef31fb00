namespace Durable;

/// <summary>
/// Reads files that another thread or process may replace, rename, delete or extend meanwhile. On Windows a reader that does not allow this
/// makes the other one fail.
/// </summary>
public static class SharedFile
{
    /// <exception cref="FileNotFoundException">It does not exist.</exception>
    public static FileStream OpenRead(string path) =>
        new(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete, bufferSize: 0);

    public static byte[] ReadAllBytes(string path)
    {
        using var file = OpenRead(path);
        var content = new byte[file.Length];
        var count = file.ReadAtLeast(content, content.Length, throwOnEndOfStream: false);
        return count == content.Length ? content : content[..count];
    }

    /// <summary>UTF-8, unless the file begins with another byte order mark.</summary>
    public static string ReadAllText(string path)
    {
        using var reader = new StreamReader(OpenRead(path));
        return reader.ReadToEnd();
    }
}
